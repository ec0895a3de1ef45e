/** Sections of a workload file: fields that features add. */
@NullMarked
package dev.weir.workload.section;

import org.jspecify.annotations.NullMarked;

/** Checks of several fields of a workload file together: contradictions, and fields without effect. */
@NullMarked
package dev.weir.workload.check;

import org.jspecify.annotations.NullMarked;

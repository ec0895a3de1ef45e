/** Goal of a workload: the highest rate that a system sustains. */
@NullMarked
package dev.weir.workload.search;

import org.jspecify.annotations.NullMarked;

/** Goals of a workload: thresholds on figures, and the highest rate that a system sustains. */
@NullMarked
package dev.weir.workload.goal;

import org.jspecify.annotations.NullMarked;

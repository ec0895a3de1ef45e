/** Goals of a run: thresholds on figures. */
@NullMarked
package dev.weir.workload.goal;

import org.jspecify.annotations.NullMarked;

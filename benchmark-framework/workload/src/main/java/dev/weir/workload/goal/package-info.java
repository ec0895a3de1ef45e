/**
 * Goals of a run: thresholds on figures, and the search for the highest rate.
 */
@NullMarked
package dev.weir.workload.goal;

import org.jspecify.annotations.NullMarked;

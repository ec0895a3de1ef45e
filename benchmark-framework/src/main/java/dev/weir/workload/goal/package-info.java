/**
 * Goals of a run: thresholds on figures, and the search for the highest rate.
 *
 * <p>May import of {@code workload}: {@code workload.text}.
 */
@NullMarked
package dev.weir.workload.goal;

import org.jspecify.annotations.NullMarked;

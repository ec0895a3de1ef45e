/** Judges the thresholds of a workload, during a run and at its end. */
@NullMarked
package dev.weir.result.threshold;

import org.jspecify.annotations.NullMarked;

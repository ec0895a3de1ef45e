/** Judges the thresholds of a workload, while a run goes on and at its end. */
@NullMarked
package dev.weir.result.threshold;

import org.jspecify.annotations.NullMarked;

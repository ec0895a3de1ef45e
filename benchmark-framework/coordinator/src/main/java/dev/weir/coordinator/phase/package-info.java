/** The phases of a run in their order: preparation, warm-up, what features add, measurement, settling. */
@NullMarked
package dev.weir.coordinator.phase;

import org.jspecify.annotations.NullMarked;

/** The phases of a run in their order: preparation, warm-up, backlog, drain, measurement, settling. */
@NullMarked
package dev.weir.coordinator.phase;

import org.jspecify.annotations.NullMarked;

/** Finds latency spikes, and what coincides with them. */
@NullMarked
package dev.weir.coordinator.spike;

import org.jspecify.annotations.NullMarked;

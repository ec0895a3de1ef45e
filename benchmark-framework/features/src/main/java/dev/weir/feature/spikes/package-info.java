/** Finds latency spikes, and what coincides with them. */
@NullMarked
package dev.weir.feature.spikes;

import org.jspecify.annotations.NullMarked;

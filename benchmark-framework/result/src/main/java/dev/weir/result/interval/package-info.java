/** Figures of each interval, phase and part of a load: counts, throughput and latency. */
@NullMarked
package dev.weir.result.interval;

import org.jspecify.annotations.NullMarked;

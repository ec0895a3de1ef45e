/** What was measured in each interval and phase, also of parts of a load: counts, throughput and latency. */
@NullMarked
package dev.weir.result.interval;

import org.jspecify.annotations.NullMarked;

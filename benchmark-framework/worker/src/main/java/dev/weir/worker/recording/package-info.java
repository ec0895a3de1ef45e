/** Records what clients of a load measure: latencies, gaps, errors, clock corrections. */
@NullMarked
package dev.weir.worker.recording;

import org.jspecify.annotations.NullMarked;

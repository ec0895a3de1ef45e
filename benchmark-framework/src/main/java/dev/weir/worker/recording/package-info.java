/** What all clients of a load record into: latencies, errors, clock corrections. */
@NullMarked
package dev.weir.worker.recording;

import org.jspecify.annotations.NullMarked;

/**
 * When each message is due, and waiting for that moment: {@link dev.weir.pacing.Schedule} is where every intended send
 * time comes from.
 *
 * <p>Place in the pipeline: between a worker's sender threads and the clock.
 *
 * <p>May import of ours: {@code clock}.
 */
@NullMarked
package dev.weir.pacing;

import org.jspecify.annotations.NullMarked;

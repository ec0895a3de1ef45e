/**
 * Computes when each message is due, and waits for that moment. All intended send times come from
 * {@link dev.weir.pacing.Schedule}.
 *
 * <p>Place in the pipeline: between a worker's sender threads and the clock.
 */
@NullMarked
package dev.weir.pacing;

import org.jspecify.annotations.NullMarked;

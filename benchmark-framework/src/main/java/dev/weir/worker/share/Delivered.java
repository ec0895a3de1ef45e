package dev.weir.worker.share;

/**
 * A message of the load that was delivered.
 *
 * @param producer number of its producer; for a message that existed before the load, its partition
 * @param sequence its number among those of the producer; for a message that existed before the load, its offset
 * @param measured whether it was due in the measurement
 * @param responseNanos from its intended send time to its receipt
 */
public record Delivered(int producer, long sequence, boolean measured, long responseNanos, int bytes) {}

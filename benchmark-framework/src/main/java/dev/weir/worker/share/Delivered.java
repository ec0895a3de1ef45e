package dev.weir.worker.share;

/**
 * A message of the load that was delivered.
 *
 * @param measured whether it was due in the measurement
 * @param responseNanos from its intended send time to its receipt
 */
public record Delivered(int producer, long sequence, boolean measured, long responseNanos, int bytes) {}

package dev.weir.wire.message;

/**
 * A time in which one member received messages of a partition without a gap.
 *
 * @param partition its number
 * @param fromNanos when the first of them was received, by the worker's clock
 * @param toNanos when the last one was
 */
public record DeliverySpan(int partition, long fromNanos, long toNanos) {}

package dev.weir.wire.message;

import java.util.List;

/**
 * Offsets of the messages that one consumer has received since its previous notes.
 *
 * @param spans stretches without gaps; the offsets between them did not arrive at this consumer
 */
public record DeliveredOffsets(String topic, List<Span> spans) {
    /** Of a consumer that has received nothing, or whose driver does not know offsets. */
    public static final DeliveredOffsets NONE = new DeliveredOffsets("", List.of());

    public DeliveredOffsets {
        spans = List.copyOf(spans);
    }

    /** Consecutive offsets of a partition, up to {@code to}, which is not one of them. */
    public record Span(int partition, long from, long to) {}
}

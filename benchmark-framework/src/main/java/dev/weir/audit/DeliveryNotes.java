package dev.weir.audit;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Sorts noted messages into sets and watches their order. Not thread-safe: {@link SequenceLog} guards it. */
final class DeliveryNotes {
    private final int partitions;
    private final Map<Integer, long[]> lastSequences = new HashMap<>();
    private SequenceSet sequences = new SequenceSet();
    private long repeated;
    private long outOfOrder;
    private int lastProducer = -1;
    private long[] lastOfProducer = new long[0];

    DeliveryNotes(int partitions) {
        this.partitions = partitions;
    }

    void add(int producer, long sequence, int partition) {
        if (!sequences.add(producer, sequence)) {
            repeated++;
        }
        if (partitions > 0) {
            watchOrder(producer, sequence, partition);
        }
    }

    private void watchOrder(int producer, long sequence, int partition) {
        if (producer != lastProducer) {
            lastOfProducer = lastSequences.computeIfAbsent(producer, absent -> {
                var none = new long[partitions];
                Arrays.fill(none, -1);
                return none;
            });
            lastProducer = producer;
        }
        if (sequence > lastOfProducer[partition]) {
            lastOfProducer[partition] = sequence;
        } else {
            outOfOrder++;
        }
    }

    AuditNotes take() {
        var taken = new AuditNotes(sequences, repeated, outOfOrder);
        sequences = new SequenceSet();
        repeated = 0;
        outOfOrder = 0;
        return taken;
    }
}

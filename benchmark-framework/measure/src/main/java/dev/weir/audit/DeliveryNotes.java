package dev.weir.audit;

/**
 * Sorts recorded messages into sets and checks their order, a run of consecutive messages of one producer and partition
 * at a time. Not thread-safe: {@link SequenceLog} guards it.
 */
final class DeliveryNotes {
    private final boolean watchesOrder;
    private final LastSequences lanes = new LastSequences();
    private SequenceSet sequences = new SequenceSet();
    private SequenceSet repeated = new SequenceSet();
    private SequenceSet late = new SequenceSet();
    private long repetitions;

    DeliveryNotes(boolean watchesOrder) {
        this.watchesOrder = watchesOrder;
    }

    /**
     * Adds messages {@code from} to {@code end - 1}.
     *
     * @param partition -1 if it is unknown: then the order is not checked
     */
    void addRun(int producer, long from, long end, int partition) {
        int lane = lanes.slot(producer, partition);
        long last = watchesOrder && partition >= 0 ? lanes.last(lane) : -1;
        if (end - 1 > last) {
            lanes.setLast(lane, end - 1);
        }
        long begin = from;
        while (begin < end) {
            long partEnd = Math.min(end, (begin | (SequenceBlock.LENGTH - 1)) + 1);
            SequenceBlock block = lanes.block(lane, sequences, producer, begin);
            if (begin <= last || !add(block, (int) begin & (SequenceBlock.LENGTH - 1), (int) (partEnd - begin))) {
                addEach(producer, begin, partEnd, last);
            }
            begin = partEnd;
        }
    }

    private static boolean add(SequenceBlock block, int first, int length) {
        return length == 1 ? block.add(first) : block.addIfAbsent(first, first + length);
    }

    private void addEach(int producer, long from, long end, long last) {
        for (long sequence = from; sequence < end; sequence++) {
            if (!sequences.add(producer, sequence)) {
                repetitions++;
                repeated.add(producer, sequence);
            } else if (sequence <= last) {
                late.add(producer, sequence);
            }
        }
    }

    AuditNotes take() {
        var taken = new AuditNotes(sequences, repeated, repetitions, late);
        sequences = new SequenceSet();
        lanes.forgetBlocks();
        if (!repeated.isEmpty() || !late.isEmpty()) {
            repeated = new SequenceSet();
            late = new SequenceSet();
        }
        repetitions = 0;
        return taken;
    }
}

package dev.weir.audit;

import java.util.Arrays;

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

    /**
     * Last sequence, and the block that it went into, for each producer and partition that one client thread has seen.
     * It takes memory only for pairs that occur: a table of all partitions for each producer would take 8 MB for a
     * thousand of both, at each of a thousand consumers. Not thread-safe.
     */
    static final class LastSequences {
        private static final int FIRST_CAPACITY = 16;

        /** Producer and partition, which can be -1, plus 2; 0 where a slot is free. */
        private long[] keys = new long[FIRST_CAPACITY];

        private long[] last = new long[FIRST_CAPACITY];
        private SequenceBlock[] blocks = new SequenceBlock[FIRST_CAPACITY];
        private long[] blockNumbers = new long[FIRST_CAPACITY];
        private int size;

        /** Returns the slot of a pair, valid until the next call; its sequence is -1 at first. */
        int slot(int producer, int partition) {
            long key = SequenceSet.key(producer, partition + 2);
            int slot = find(key);
            if (keys[slot] == 0) {
                if (2 * ++size > keys.length) {
                    grow();
                    slot = find(key);
                }
                keys[slot] = key;
                last[slot] = -1;
                blockNumbers[slot] = -1;
            }
            return slot;
        }

        long last(int slot) {
            return last[slot];
        }

        void setLast(int slot, long sequence) {
            last[slot] = sequence;
        }

        /**
         * Returns the block of a sequence, in a set that has been the same since the last call of {@link
         * #forgetBlocks}.
         */
        SequenceBlock block(int slot, SequenceSet set, int producer, long sequence) {
            long number = sequence >>> SequenceBlock.BITS;
            if (blockNumbers[slot] != number) {
                blocks[slot] = set.block(producer, sequence);
                blockNumbers[slot] = number;
            }
            return blocks[slot];
        }

        void forgetBlocks() {
            Arrays.fill(blocks, SequenceBlock.NONE);
            Arrays.fill(blockNumbers, -1);
        }

        private int find(long key) {
            int mask = keys.length - 1;
            int slot = SequenceSet.hash(key) & mask;
            while (keys[slot] != key && keys[slot] != 0) {
                slot = (slot + 1) & mask;
            }
            return slot;
        }

        private void grow() {
            long[] oldKeys = keys;
            long[] oldLast = last;
            SequenceBlock[] oldBlocks = blocks;
            long[] oldBlockNumbers = blockNumbers;
            keys = new long[2 * oldKeys.length];
            last = new long[keys.length];
            blocks = new SequenceBlock[keys.length];
            blockNumbers = new long[keys.length];
            for (int i = 0; i < oldKeys.length; i++) {
                if (oldKeys[i] != 0) {
                    int slot = find(oldKeys[i]);
                    keys[slot] = oldKeys[i];
                    last[slot] = oldLast[i];
                    blocks[slot] = oldBlocks[i];
                    blockNumbers[slot] = oldBlockNumbers[i];
                }
            }
        }
    }
}

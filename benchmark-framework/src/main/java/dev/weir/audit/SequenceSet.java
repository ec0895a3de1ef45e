package dev.weir.audit;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * A set of sequence numbers of many producers: one bit each, in blocks of 1,024 that exist only where there is one. Not
 * thread-safe.
 */
public final class SequenceSet {
    private static final byte FULL = 1;
    private static final byte PARTIAL = 0;

    private final Map<Integer, TreeMap<Long, SequenceBlock>> producers = new HashMap<>();
    private int lastProducer = -1;
    private long lastBlockNumber = -1;
    private SequenceBlock lastBlock = new SequenceBlock();

    /**
     * Adds one number.
     *
     * @param sequence at least 0
     * @return false if it was there
     */
    public boolean add(int producer, long sequence) {
        long blockNumber = sequence >>> SequenceBlock.BITS;
        if (producer != lastProducer || blockNumber != lastBlockNumber) {
            lastBlock = producers
                    .computeIfAbsent(producer, absent -> new TreeMap<>())
                    .computeIfAbsent(blockNumber, absent -> new SequenceBlock());
            lastProducer = producer;
            lastBlockNumber = blockNumber;
        }
        return lastBlock.add((int) sequence & (SequenceBlock.LENGTH - 1));
    }

    /** Adds all of another set. */
    public void addAll(SequenceSet other) {
        other.forEach((producer, number, block) -> producers
                .computeIfAbsent(producer, absent -> new TreeMap<>())
                .computeIfAbsent(number, absent -> new SequenceBlock())
                .addAll(block));
    }

    /** Whether there is none. */
    public boolean isEmpty() {
        return producers.isEmpty();
    }

    /** Hands each block to the visitor, by producer. */
    void forEach(BlockVisitor visitor) {
        producers.forEach(
                (producer, blocks) -> blocks.forEach((number, block) -> visitor.visit(producer, number, block)));
    }

    /** In a compact form for the wire: {@code producer, block number, 1} if it is full, else {@code 0, words}. */
    public byte[] encode() {
        var size = new int[1];
        forEach((producer, number, block) -> size[0] += 13 + (block.isFull() ? 0 : SequenceBlock.words() * Long.BYTES));
        ByteBuffer buffer = ByteBuffer.allocate(size[0]);
        forEach((producer, number, block) -> {
            buffer.putInt(producer).putLong(number).put(block.isFull() ? FULL : PARTIAL);
            for (int w = 0; w < SequenceBlock.words() && !block.isFull(); w++) {
                buffer.putLong(block.word(w));
            }
        });
        return buffer.array();
    }

    /**
     * Reads what {@link #encode} wrote.
     *
     * @throws IllegalArgumentException if it is not that
     */
    public static SequenceSet decode(byte[] encoded) {
        ByteBuffer buffer = ByteBuffer.wrap(encoded);
        var set = new SequenceSet();
        try {
            while (buffer.hasRemaining()) {
                int producer = buffer.getInt();
                long number = buffer.getLong();
                byte form = buffer.get();
                refuseUnless(producer >= 0, "producer", producer);
                refuseUnless(number >= 0 && number <= Long.MAX_VALUE >>> SequenceBlock.BITS, "block", number);
                refuseUnless(form == FULL || form == PARTIAL, "form", form);
                set.producers
                        .computeIfAbsent(producer, absent -> new TreeMap<>())
                        .put(number, form == FULL ? SequenceBlock.full() : readBlock(buffer));
            }
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("not a set of sequences: it ends inside a block", e);
        }
        return set;
    }

    private static void refuseUnless(boolean possible, String what, long got) {
        if (!possible) {
            throw new IllegalArgumentException("not a set of sequences: " + what + " " + got);
        }
    }

    private static SequenceBlock readBlock(ByteBuffer buffer) {
        var words = new long[SequenceBlock.words()];
        for (int w = 0; w < words.length; w++) {
            words[w] = buffer.getLong();
        }
        return new SequenceBlock(words);
    }

    /** Sees one block of a set. */
    interface BlockVisitor {
        void visit(int producer, long number, SequenceBlock block);
    }
}

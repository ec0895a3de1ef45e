package dev.weir.audit;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/**
 * A set of sequence numbers of many producers: one bit each, in blocks of 1,024 that exist only where they are needed.
 * Not thread-safe.
 */
public final class SequenceSet {
    private static final int FIRST_CAPACITY = 8;

    /** The number of a block must fit into an int: 2 * 10^12 messages of each producer. */
    private static final long MAX_BLOCKS = Integer.MAX_VALUE;

    private static final int MAX_HEADER_BYTES = 10;

    /** Producer and block number, in the used slots of {@link #blocks}. */
    private long[] keys = new long[FIRST_CAPACITY];

    /** Blocks by open addressing; a free slot has no block. */
    private SequenceBlock[] blocks = new SequenceBlock[FIRST_CAPACITY];

    private int size;
    private long lastKey = -1;
    private SequenceBlock lastBlock = SequenceBlock.NONE;

    /** Adds a sequence of at least 0; returns false if the set contained it. */
    public boolean add(int producer, long sequence) {
        return block(producer, sequence).add((int) sequence & (SequenceBlock.LENGTH - 1));
    }

    public void addAll(SequenceSet other) {
        other.forEach((producer, number, block) -> ofKey(key(producer, number)).addAll(block));
    }

    public boolean isEmpty() {
        return size == 0;
    }

    void forEach(BlockVisitor visitor) {
        for (int slot = 0; slot < blocks.length; slot++) {
            SequenceBlock block = blocks[slot];
            if (block != null) {
                visitor.visit((int) (keys[slot] >>> 32), (int) keys[slot], block);
            }
        }
    }

    /**
     * Returns a compact form for the wire: for each block {@code producer, number} and its content, see {@link
     * SequenceBlock#encode}.
     */
    public byte[] encode() {
        ByteBuffer buffer = ByteBuffer.allocate(size * (MAX_HEADER_BYTES + SequenceBlock.MAX_ENCODED_BYTES));
        forEach((producer, number, block) -> {
            SequenceBlock.putNumber(buffer, producer);
            SequenceBlock.putNumber(buffer, number);
            block.encode(buffer);
        });
        byte[] bytes = new byte[buffer.position()];
        buffer.flip().get(bytes);
        return bytes;
    }

    /**
     * Reads what {@link #encode} wrote.
     *
     * @throws IllegalArgumentException if the bytes are not valid
     */
    public static SequenceSet decode(byte[] encoded) {
        ByteBuffer buffer = ByteBuffer.wrap(encoded);
        var set = new SequenceSet();
        try {
            while (buffer.hasRemaining()) {
                int producer = SequenceBlock.number(buffer);
                int number = SequenceBlock.number(buffer);
                set.ofKey(key(producer, number)).addAll(SequenceBlock.decode(buffer));
            }
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("not a set of sequences: it ends inside a block", e);
        }
        return set;
    }

    static long key(int high, int low) {
        return ((long) high << 32) | low;
    }

    /** Spreads keys that differ in few bits over all of them (Fibonacci hashing). */
    static int hash(long key) {
        long product = key * 0x9E3779B97F4A7C15L;
        return (int) (product >>> 40);
    }

    /** Returns the block of a number; creates it if needed. */
    SequenceBlock block(int producer, long sequence) {
        long number = sequence >>> SequenceBlock.BITS;
        if (number > MAX_BLOCKS) {
            throw new IllegalArgumentException("a sequence must be in [0, 2^41), got " + sequence);
        }
        return ofKey(key(producer, (int) number));
    }

    private SequenceBlock ofKey(long key) {
        if (key != lastKey) {
            lastKey = key;
            lastBlock = findOrMake(key);
        }
        return lastBlock;
    }

    private SequenceBlock findOrMake(long key) {
        int slot = find(key);
        SequenceBlock block = blocks[slot];
        if (block == null) {
            if (2 * ++size > keys.length) {
                grow();
                slot = find(key);
            }
            block = new SequenceBlock();
            keys[slot] = key;
            blocks[slot] = block;
        }
        return block;
    }

    private int find(long key) {
        int mask = keys.length - 1;
        int slot = hash(key) & mask;
        while (blocks[slot] != null && keys[slot] != key) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        long[] oldKeys = keys;
        SequenceBlock[] oldBlocks = blocks;
        keys = new long[2 * oldKeys.length];
        blocks = new SequenceBlock[keys.length];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldBlocks[i] != null) {
                int slot = find(oldKeys[i]);
                keys[slot] = oldKeys[i];
                blocks[slot] = oldBlocks[i];
            }
        }
    }

    interface BlockVisitor {
        void visit(int producer, int number, SequenceBlock block);
    }
}

package dev.weir.worker.recording;

import java.util.Arrays;

/**
 * Decides for one consumer whether a message is delivered to its subscription for the first time, because a latency
 * ends at the first delivery. Used by the consumer's thread; allocates nothing.
 *
 * <p>It keeps a bit for each message of the last blocks of 1,024 messages. So a message that the system has stored
 * twice is found if both copies are read within these blocks, as is a message that is read again. Older messages are
 * repeated if a consumer of the subscription on this worker has already read their offset. What consumers on other
 * workers have read is unknown here: the coordinator's audit finds it.
 *
 * <p>An offset alone does not decide: if a broker loses messages that only it had, other messages take their offsets.
 */
public final class FirstDeliveries {
    private static final int BLOCK_BITS = 10;
    private static final int WORD_BITS = 6;
    private static final int WORDS_BITS = BLOCK_BITS - WORD_BITS;
    private static final int FEW_BLOCKS = 64;
    private static final int MIN_BLOCKS = 1 << 10;
    private static final int MAX_BLOCKS = 1 << 13;
    private static final int BLOCKS_PER_PRODUCER = 4;
    private static final long NONE = -1;

    private final ReadPositions positions;
    private final long reader;
    private final int producers;
    private final int mask;

    /** Number of the block in each slot, which is the number among all blocks of all producers. */
    private final long[] blocks;

    private final long[] words;

    /** Whether a slot has each message of its block that this consumer has received. */
    private final boolean[] complete;

    private final long[] newest;

    /** By partition, where another consumer had read to when this one took over. */
    private final long[] takenOverAt;

    /** @param isSmall whether the consumer is one of thousands: then fewer blocks are kept */
    public FirstDeliveries(ReadPositions positions, int reader, int partitions, int producers, boolean isSmall) {
        this.positions = positions;
        this.reader = reader + 1L;
        this.producers = Math.max(1, producers);
        int wanted = Integer.highestOneBit(BLOCKS_PER_PRODUCER * this.producers) << 1;
        int size = isSmall ? FEW_BLOCKS : Math.max(MIN_BLOCKS, Math.min(MAX_BLOCKS, wanted));
        this.mask = size - 1;
        this.blocks = new long[size];
        this.words = new long[size << WORDS_BITS];
        this.complete = new boolean[size];
        this.newest = new long[this.producers];
        this.takenOverAt = new long[partitions];
        Arrays.fill(blocks, NONE);
        Arrays.fill(newest, NONE);
    }

    /** Adds a delivery, with -1 for what the driver does not know; returns whether it is the first known here. */
    public boolean add(int partition, long offset, int producer, long sequence) {
        boolean wasRead = false;
        boolean wasReadByOthers = false;
        if (offset >= 0 && positions.knows(partition)) {
            long next = positions.next(partition);
            if (!positions.isReader(partition, reader)) {
                takenOverAt[partition] = next;
            }
            wasRead = offset < next;
            wasReadByOthers = offset < takenOverAt[partition];
            if (!wasRead) {
                positions.setNext(partition, offset + 1);
            }
        }
        long number = sequence >>> BLOCK_BITS;
        long block = number * producers + producer;
        int slot = (int) block & mask;
        if (blocks[slot] != block) {
            if (wasRead || blocks[slot] > block) {
                return !wasRead;
            }
            blocks[slot] = block;
            Arrays.fill(words, slot << WORDS_BITS, (slot + 1) << WORDS_BITS, 0);
            complete[slot] = number > newest[producer];
            newest[producer] = Math.max(newest[producer], number);
        }
        int word = (slot << WORDS_BITS) + ((int) (sequence >>> WORD_BITS) & ((1 << WORDS_BITS) - 1));
        long bit = 1L << sequence;
        boolean isKnown = (words[word] & bit) != 0;
        words[word] |= bit;
        return !isKnown && !wasReadByOthers && (!wasRead || complete[slot]);
    }

    /** Adds a delivery of a message that this run did not send: only its offset identifies it. */
    public boolean add(int partition, long offset) {
        if (offset < 0 || !positions.knows(partition)) {
            return true;
        }
        boolean isFirst = offset >= positions.next(partition);
        if (isFirst) {
            positions.setNext(partition, offset + 1);
        }
        return isFirst;
    }
}

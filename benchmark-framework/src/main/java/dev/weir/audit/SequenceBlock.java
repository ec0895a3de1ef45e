package dev.weir.audit;

import java.util.Arrays;

/**
 * A set of sequence numbers out of 1,024 consecutive ones. Not thread-safe.
 */
final class SequenceBlock {
    static final int BITS = 10;
    static final int LENGTH = 1 << BITS;
    private static final int WORDS = LENGTH / Long.SIZE;

    private final long[] words;

    SequenceBlock() {
        this(new long[WORDS]);
    }

    SequenceBlock(long[] words) {
        if (words.length != WORDS) {
            throw new IllegalArgumentException("a block must have " + WORDS + " words, got " + words.length);
        }
        this.words = words;
    }

    static SequenceBlock full() {
        var block = new SequenceBlock();
        Arrays.fill(block.words, -1L);
        return block;
    }

    /** Adds one number. Returns false if it was there. */
    boolean add(int index) {
        long bit = 1L << index;
        int word = index >>> 6;
        boolean absent = (words[word] & bit) == 0;
        words[word] |= bit;
        return absent;
    }

    boolean contains(int index) {
        return (words[index >>> 6] & (1L << index)) != 0;
    }

    /** Adds all numbers of another. Returns how many of them were there. */
    int addAll(SequenceBlock other) {
        int there = 0;
        for (int w = 0; w < WORDS; w++) {
            there += Long.bitCount(words[w] & other.words[w]);
            words[w] |= other.words[w];
        }
        return there;
    }

    int count() {
        int count = 0;
        for (long word : words) {
            count += Long.bitCount(word);
        }
        return count;
    }

    boolean isFull() {
        for (long word : words) {
            if (word != -1L) {
                return false;
            }
        }
        return true;
    }

    /** The numbers that are in this but not in the other. */
    SequenceBlock without(SequenceBlock other) {
        var rest = new SequenceBlock();
        for (int w = 0; w < WORDS; w++) {
            rest.words[w] = words[w] & ~other.words[w];
        }
        return rest;
    }

    /** The numbers that are in both. */
    SequenceBlock and(SequenceBlock other) {
        var both = new SequenceBlock();
        for (int w = 0; w < WORDS; w++) {
            both.words[w] = words[w] & other.words[w];
        }
        return both;
    }

    /** The numbers that are in either. */
    SequenceBlock or(SequenceBlock other) {
        var either = new SequenceBlock();
        for (int w = 0; w < WORDS; w++) {
            either.words[w] = words[w] | other.words[w];
        }
        return either;
    }

    long word(int index) {
        return words[index];
    }

    static int words() {
        return WORDS;
    }
}

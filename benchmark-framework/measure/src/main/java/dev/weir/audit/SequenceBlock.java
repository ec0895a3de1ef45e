package dev.weir.audit;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** A set of sequence numbers out of 1,024 consecutive ones. Not thread-safe. */
final class SequenceBlock {
    static final int BITS = 10;
    static final int LENGTH = 1 << BITS;

    /** Empty block that must not be changed. */
    static final SequenceBlock NONE = new SequenceBlock();

    private static final int WORDS = LENGTH / Long.SIZE;
    private static final int WORDS_BYTES = LENGTH / Byte.SIZE;
    static final int MAX_ENCODED_BYTES = 1 + WORDS_BYTES;

    private final long[] words = new long[WORDS];

    static SequenceBlock full() {
        var block = new SequenceBlock();
        Arrays.fill(block.words, -1L);
        return block;
    }

    /** Adds one number. Returns false if the block contained it. */
    boolean add(int index) {
        long bit = 1L << index;
        int word = index >>> 6;
        boolean absent = (words[word] & bit) == 0;
        words[word] |= bit;
        return absent;
    }

    /** Adds {@code from} to {@code end - 1} if the block contains none of them. Returns false otherwise. */
    boolean addIfAbsent(int from, int end) {
        int first = from >>> 6;
        int last = (end - 1) >>> 6;
        for (int w = first; w <= last; w++) {
            if ((words[w] & mask(w, from, end)) != 0) {
                return false;
            }
        }
        for (int w = first; w <= last; w++) {
            words[w] |= mask(w, from, end);
        }
        return true;
    }

    /** Returns the bits of a word that are in a range which reaches into it. */
    private static long mask(int word, int from, int end) {
        long mask = word == from >>> 6 ? -1L << from : -1L;
        return word == (end - 1) >>> 6 ? mask & (-1L >>> -end) : mask;
    }

    boolean contains(int index) {
        return (words[index >>> 6] & (1L << index)) != 0;
    }

    /** Adds all numbers of another block. Returns how many of them were new. */
    int addAll(SequenceBlock other) {
        int added = 0;
        for (int w = 0; w < WORDS; w++) {
            added += Long.bitCount(other.words[w] & ~words[w]);
            words[w] |= other.words[w];
        }
        return added;
    }

    int count() {
        int count = 0;
        for (long word : words) {
            count += Long.bitCount(word);
        }
        return count;
    }

    boolean isEmpty() {
        return count() == 0;
    }

    /** Returns how many numbers are in this block but not in the other. */
    int countWithout(SequenceBlock other) {
        int count = 0;
        for (int w = 0; w < WORDS; w++) {
            count += Long.bitCount(words[w] & ~other.words[w]);
        }
        return count;
    }

    /** Returns how many numbers are in both blocks. */
    int countAnd(SequenceBlock other) {
        int count = 0;
        for (int w = 0; w < WORDS; w++) {
            count += Long.bitCount(words[w] & other.words[w]);
        }
        return count;
    }

    /** Returns the first number of this block that is not smaller than the given one; -1 if there is none. */
    int next(int from) {
        return from < LENGTH ? next(from, 0) : -1;
    }

    /**
     * Appends this block, at most {@link #MAX_ENCODED_BYTES}: the number of runs, then for each run how many numbers
     * lie before it and how many it has; or 0 and all bits, where that is shorter. Scattered messages take two bytes
     * each, a whole block four.
     */
    void encode(ByteBuffer buffer) {
        int start = buffer.position();
        int runs = runs();
        if (runs < WORDS_BYTES / 2) {
            putNumber(buffer, runs);
            int position = 0;
            for (int r = 0; r < runs && buffer.position() - start < WORDS_BYTES - 4; r++) {
                int from = next(position);
                int end = endOfRun(from);
                putNumber(buffer, from - position);
                putNumber(buffer, end - from);
                position = end;
            }
            if (next(position) < 0) {
                return;
            }
            buffer.position(start);
        }
        buffer.put((byte) 0);
        for (long word : words) {
            buffer.putLong(word);
        }
    }

    /**
     * Reads what {@link #encode} wrote.
     *
     * @throws IllegalArgumentException if the bytes are not valid
     */
    static SequenceBlock decode(ByteBuffer buffer) {
        var block = new SequenceBlock();
        int runs = number(buffer);
        for (int w = 0; w < WORDS && runs == 0; w++) {
            block.words[w] = buffer.getLong();
        }
        int position = 0;
        for (int r = 0; r < runs; r++) {
            int before = number(buffer);
            int length = number(buffer);
            if (length == 0 || before > LENGTH - position || length > LENGTH - position - before) {
                throw new IllegalArgumentException("not a set of sequences: a run of " + length + " after " + before);
            }
            block.addIfAbsent(position + before, position + before + length);
            position += before + length;
        }
        return block;
    }

    private int runs() {
        int runs = 0;
        long carried = 0;
        for (long word : words) {
            runs += Long.bitCount(word & ~(word << 1 | carried));
            carried = word >>> 63;
        }
        return runs;
    }

    private int endOfRun(int from) {
        int end = next(from, -1);
        return end < 0 ? LENGTH : end;
    }

    /**
     * Returns the first number, not smaller than the given one, whose bit differs from a word that is all 0 or all 1;
     * -1 if there is none.
     */
    private int next(int from, long without) {
        int w = from >>> 6;
        long found = (words[w] ^ without) & (-1L << from);
        while (found == 0 && ++w < WORDS) {
            found = words[w] ^ without;
        }
        return found == 0 ? -1 : (w << 6) + Long.numberOfTrailingZeros(found);
    }

    /** Appends a number, seven bits a byte, low ones first. */
    static void putNumber(ByteBuffer buffer, int number) {
        int rest = number;
        while (rest > 0x7f) {
            buffer.put((byte) (rest | 0x80));
            rest >>>= 7;
        }
        buffer.put((byte) rest);
    }

    static int number(ByteBuffer buffer) {
        long number = 0;
        byte next;
        int shift = 0;
        do {
            next = buffer.get();
            number |= (long) (next & 0x7f) << shift;
            shift += 7;
        } while (next < 0 && shift < 35);
        if (next < 0 || number > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("not a set of sequences: a number is too large");
        }
        return (int) number;
    }
}

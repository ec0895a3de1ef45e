package dev.weir.measure;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.HdrHistogram.Histogram;

/**
 * A histogram of durations in nanoseconds with 3 significant digits, which grows instead of clipping. Merging is exact;
 * percentiles are never averaged. Buckets and figures are those of an HdrHistogram. Not thread-safe: reading figures
 * changes it, too.
 *
 * <p>HdrHistogram's own class only makes the text of {@link #percentileDistributionMillis}, because it is slower. A coordinator
 * of 1,000 workers took 1.0 to 1.4 cores with this class. It took 2.3 when that class held the counts and wrote the log, and
 * 4.8 to 5.2 when its encoding went over the network, too ({@code bin/measure coordinator}, on a busy host of two cores).
 *
 * <p>A decoded histogram stays encoded, in a byte or two for each bucket with samples, until a method other than adding
 * it to another histogram is called.
 */
public final class LatencyHistogram {
    /** Percentiles of ours are only given where at least this number of samples lies beyond them. */
    static final int SAMPLES_BEYOND = 10;

    private static final double NANOS_PER_MILLI = 1e6;

    private static final int LAST_IN_CHUNK = Buckets.CHUNK_LENGTH - 1;

    private static final int COMPRESSED_COOKIE = 0x1c849314;
    private static final int COMPRESSED_PREFIX_BYTES = 8;

    /** Every bucket with a count of nine bytes, and more than that: what is longer is none of ours. */
    private static final int MAX_BYTES = 1 << 20;

    /** Counts in buckets, but for those in {@link #encoded}; chunks are made when first used. */
    private final long[][] chunks = new long[Buckets.CHUNKS][];

    /** All counts, if not empty: chunks are empty then. Never written to: others may hold it too. */
    private byte[] encoded = SparseCounts.NONE;

    private long count;

    /**
     * Where the search for a rank ended, and how many samples lie in the buckets below. The next search continues there:
     * a curve of a hundred percentiles, asked for in ascending order, needs one pass and not a hundred.
     */
    private int searched;

    private long below;

    /** Adds a duration a number of times. */
    public void record(long nanos, long times) {
        int chunk = Buckets.chunk(nanos);
        addBucket((chunk << Buckets.CHUNK_BITS) + Buckets.indexInChunk(nanos, chunk), times);
    }

    void addBucket(int bucket, long samples) {
        open();
        addAt(bucket, samples);
        count += samples;
    }

    public void add(LatencyHistogram other) {
        if (other.count == 0) {
            return;
        }
        if (count == 0 && other.isEncoded()) {
            encoded = other.encoded;
        } else {
            open();
            if (other.isEncoded()) {
                addEncoded(other.encoded);
            } else {
                addChunks(other.chunks);
            }
        }
        count += other.count;
    }

    /** Removes all samples, and keeps the memory for the next ones. */
    void clear() {
        for (long[] chunk : chunks) {
            if (chunk != null) {
                Arrays.fill(chunk, 0);
            }
        }
        encoded = SparseCounts.NONE;
        count = 0;
        forgetSearch();
    }

    /** Encodes the counts again, to save memory while the histogram is kept. */
    public void compact() {
        if (!isEncoded() && count > 0) {
            encoded = SparseCounts.encode(chunks);
            Arrays.fill(chunks, null);
        }
    }

    /** Returns a histogram without the samples of another, all of which must be in this one. */
    public LatencyHistogram without(LatencyHistogram some) {
        var rest = new LatencyHistogram();
        rest.add(this);
        rest.open();
        var counts = new SparseCounts(some.encode());
        while (counts.next()) {
            rest.addAt(counts.bucket(), -counts.samples());
        }
        rest.count -= some.count;
        return rest;
    }

    /** Returns a histogram without the given number of largest samples. */
    public LatencyHistogram withoutLargest(long some) {
        var rest = new LatencyHistogram();
        var counts = new SparseCounts(encode());
        for (long left = count - some; left > 0 && counts.next(); left -= counts.samples()) {
            rest.addBucket(counts.bucket(), Math.min(left, counts.samples()));
        }
        return rest;
    }

    public long count() {
        return count;
    }

    /** Returns the largest sample, to 3 digits, in nanoseconds; 0 without samples. */
    public long maxNanos() {
        open();
        for (int c = Buckets.CHUNKS - 1; c >= 0; c--) {
            long[] chunk = chunks[c];
            for (int i = Buckets.CHUNK_LENGTH - 1; chunk != null && i >= 0; i--) {
                if (chunk[i] > 0) {
                    return Buckets.highest((c << Buckets.CHUNK_BITS) + i);
                }
            }
        }
        return 0;
    }

    /** Returns the smallest sample, to 3 digits, in nanoseconds; 0 without samples. */
    public long minNanos() {
        return count == 0 ? 0 : Buckets.lowest(bucketOfRank(1));
    }

    /** Returns the mean of the samples in nanoseconds; 0 without samples. */
    public double meanNanos() {
        open();
        double sum = 0;
        for (int c = 0; c < Buckets.CHUNKS; c++) {
            long[] chunk = chunks[c];
            for (int i = 0; chunk != null && i < Buckets.CHUNK_LENGTH; i++) {
                sum += Buckets.middle((c << Buckets.CHUNK_BITS) + i) * (double) chunk[i];
            }
        }
        return count == 0 ? 0 : sum / count;
    }

    /** Returns the rank, from 1 on, of the smallest sample that this share of the samples do not exceed. */
    static long rank(double percentile, long count) {
        // As in HdrHistogram: less an ulp, because a product that is rounded up must not reach the next sample.
        double share = Math.min(Math.max(Math.nextDown(percentile), 0), 100);
        return Math.max((long) Math.ceil(share * count / 100), 1);
    }

    /** Returns the sample of this rank, to 3 digits. The rank is in [1, number of samples]. */
    long nanosOfRank(long rank) {
        return Buckets.highest(bucketOfRank(rank));
    }

    private int bucketOfRank(long rank) {
        open();
        if (rank <= below) {
            forgetSearch();
        }
        while (searched < Buckets.COUNT) {
            long[] chunk = chunks[searched >>> Buckets.CHUNK_BITS];
            for (int i = searched & LAST_IN_CHUNK; chunk != null && i < Buckets.CHUNK_LENGTH; i++, searched++) {
                if (below + chunk[i] >= rank) {
                    return searched;
                }
                below += chunk[i];
            }
            searched += chunk == null ? Buckets.CHUNK_LENGTH : 0;
        }
        forgetSearch();
        throw new IllegalStateException("no sample has rank " + rank + " of " + count);
    }

    private void forgetSearch() {
        searched = 0;
        below = 0;
    }

    /** Passes all buckets with samples to a visitor, from the lowest on. */
    public void forEachBucket(BucketVisitor visitor) {
        var counts = new SparseCounts(isEncoded() ? encoded : SparseCounts.encode(chunks));
        while (counts.next()) {
            visitor.visit(Buckets.lowest(counts.bucket()), Buckets.highest(counts.bucket()), counts.samples());
        }
    }

    /** Returns the number of samples that are longer, to 3 digits. */
    public long countAbove(long nanos) {
        long above = 0;
        var counts = new SparseCounts(encode());
        while (counts.next()) {
            above += Buckets.lowest(counts.bucket()) > nanos ? counts.samples() : 0;
        }
        return above;
    }

    /** Returns the sum of the nanoseconds by which samples exceed this time. */
    public double excessNanos(long nanos) {
        double sum = 0;
        var counts = new SparseCounts(encode());
        while (counts.next()) {
            sum += (double) Math.max(0, Buckets.highest(counts.bucket()) - nanos) * counts.samples();
        }
        return sum;
    }

    /**
     * Returns the distribution of the samples, as HdrHistogram's tools print and plot it: value in milliseconds,
     * percentile, count up to it, {@code 1 / (1 - percentile)}; five lines for each halving of what lies beyond.
     */
    public String percentileDistributionMillis() {
        var text = new ByteArrayOutputStream();
        try (var out = new PrintStream(text, false, StandardCharsets.UTF_8)) {
            Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(encodeCompressed()), 0)
                    .outputPercentileDistribution(out, NANOS_PER_MILLI);
        } catch (DataFormatException e) {
            throw new IllegalStateException("a histogram must be readable by the library whose form it has", e);
        }
        return text.toString(StandardCharsets.UTF_8);
    }

    /** Returns how many samples it takes for a percentile to mean something. */
    public static long adequateCount(double percentile) {
        return Math.round(SAMPLES_BEYOND / (100 - percentile) * 100);
    }

    /** Encodes the histogram in Weir's own form for the wire, which is small and quick to read. */
    public byte[] encode() {
        return isEncoded() ? encoded.clone() : SparseCounts.encode(chunks);
    }

    /** Encodes the histogram in HdrHistogram's V2 encoding, compressed. Other tools read it, mostly in base64. */
    public byte[] encodeCompressed() {
        var deflater = new Deflater();
        try {
            return encodeCompressed(deflater);
        } finally {
            deflater.end();
        }
    }

    /** Encodes the histogram in the compressed encoding, with a deflater that many histograms use in turn. */
    byte[] encodeCompressed(Deflater deflater) {
        open();
        byte[] plain = HdrEncoding.encode(chunks);
        deflater.reset();
        deflater.setInput(plain);
        deflater.finish();
        byte[] bytes = new byte[COMPRESSED_PREFIX_BYTES + 64 + plain.length];
        int length = COMPRESSED_PREFIX_BYTES;
        while (!deflater.finished()) {
            if (length == bytes.length) {
                bytes = Arrays.copyOf(bytes, 2 * bytes.length);
            }
            length += deflater.deflate(bytes, length, bytes.length - length);
        }
        ByteBuffer.wrap(bytes).putInt(COMPRESSED_COOKIE).putInt(length - COMPRESSED_PREFIX_BYTES);
        return Arrays.copyOf(bytes, length);
    }

    /**
     * Reads what {@link #encode} wrote.
     *
     * @param bytes not to be changed from now on
     * @throws IllegalArgumentException if it is not that
     */
    public static LatencyHistogram decode(byte[] bytes) {
        try {
            var histogram = new LatencyHistogram();
            histogram.count = SparseCounts.check(bytes);
            histogram.encoded = bytes;
            return histogram;
        } catch (MalformedException e) {
            throw new IllegalArgumentException("not a histogram: " + e.getMessage(), e);
        }
    }

    /**
     * Reads what {@link #encodeCompressed} wrote.
     *
     * @throws IllegalArgumentException if it is not that
     */
    public static LatencyHistogram decodeCompressed(byte[] bytes) {
        try {
            var histogram = new LatencyHistogram();
            HdrEncoding.addTo(histogram, inflated(bytes));
            MalformedException.unless(histogram.count >= 0, "its counts cannot be read");
            return histogram;
        } catch (MalformedException e) {
            throw new IllegalArgumentException("not a compressed histogram: " + e.getMessage(), e);
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("not a compressed histogram: its counts cannot be read", e);
        }
    }

    private static byte[] inflated(byte[] bytes) throws DataFormatException {
        if (bytes.length <= COMPRESSED_PREFIX_BYTES) {
            throw new MalformedException("it is too short");
        }
        if (ByteBuffer.wrap(bytes).getInt() != COMPRESSED_COOKIE) {
            throw new MalformedException("it does not begin like one");
        }
        var inflater = new Inflater();
        try {
            inflater.setInput(bytes, COMPRESSED_PREFIX_BYTES, bytes.length - COMPRESSED_PREFIX_BYTES);
            byte[] plain = new byte[4096];
            int length = 0;
            int read = inflater.inflate(plain);
            while (read > 0 && length + read < MAX_BYTES) {
                length += read;
                plain = length == plain.length ? Arrays.copyOf(plain, 2 * length) : plain;
                read = inflater.inflate(plain, length, plain.length - length);
            }
            return Arrays.copyOf(plain, length);
        } finally {
            inflater.end();
        }
    }

    private boolean isEncoded() {
        return encoded.length > 0;
    }

    private void open() {
        if (isEncoded()) {
            addEncoded(encoded);
            encoded = SparseCounts.NONE;
        }
    }

    private void addEncoded(byte[] bytes) {
        var counts = new SparseCounts(bytes);
        while (counts.next()) {
            addAt(counts.bucket(), counts.samples());
        }
    }

    private void addChunks(long[][] others) {
        forgetSearch();
        for (int c = 0; c < Buckets.CHUNKS; c++) {
            long[] theirs = others[c];
            if (theirs != null) {
                long[] ours = chunk(c);
                for (int i = 0; i < Buckets.CHUNK_LENGTH; i++) {
                    ours[i] += theirs[i];
                }
            }
        }
    }

    private void addAt(int bucket, long samples) {
        forgetSearch();
        chunk(bucket >>> Buckets.CHUNK_BITS)[bucket & LAST_IN_CHUNK] += samples;
    }

    private long[] chunk(int index) {
        long[] chunk = chunks[index];
        if (chunk == null) {
            chunk = new long[Buckets.CHUNK_LENGTH];
            chunks[index] = chunk;
        }
        return chunk;
    }

    /** Receives the buckets of a {@link LatencyHistogram} that have samples. */
    @FunctionalInterface
    public interface BucketVisitor {
        /**
         * Receives a bucket.
         *
         * @param lowestNanos smallest duration in it, nanoseconds, at least 0
         * @param highestNanos largest duration in it, at most 0.1 % more; the same below 2 microseconds
         * @param samples its samples, at least 1
         */
        void visit(long lowestNanos, long highestNanos, long samples);
    }
}

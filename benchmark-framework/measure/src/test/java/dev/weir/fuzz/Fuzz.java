package dev.weir.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/**
 * Hands mutated inputs to a reader, and fails with the input in hand if it does anything but read it or refuse it in the way
 * it promises: with another exception, by taking long, or by allocating much. Seeded: every run sees the same inputs.
 */
public final class Fuzz {
    /** For each reader; the soak asks for more. */
    private static final int INPUTS = Integer.getInteger("weir.fuzz.inputs", 800);

    /** Noise of a busy host is not what is looked for. */
    private static final long MAX_NANOS = 20_000_000_000L;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final String name;
    private final List<byte[]> corpus;
    private final long mostBytes;
    private int refused;
    private long slowestNanos;
    private long greediestBytes;

    private Fuzz(String name, List<byte[]> corpus, long mostBytes) {
        this.name = name;
        this.corpus = corpus;
        this.mostBytes = mostBytes;
    }

    public interface Reader {
        /**
         * Reads an input.
         *
         * @return false if it was refused as promised
         * @throws Exception anything else than what it promises to throw
         */
        boolean read(byte[] input) throws Exception;
    }

    /**
     * Passes mutated inputs to a reader.
     *
     * @param corpus small real inputs
     * @param mostMebibytes that the reader may allocate for one of them
     */
    public static void run(String name, List<byte[]> corpus, int mostMebibytes, Reader reader) {
        run(name, corpus, mostMebibytes, INPUTS, reader);
    }

    /**
     * Passes at least {@code minInputs} mutated inputs to a reader; the soak can ask for more.
     */
    public static void run(String name, List<byte[]> corpus, int mostMebibytes, int minInputs, Reader reader) {
        new Fuzz(name, corpus, (long) mostMebibytes << 20).run(Math.max(minInputs, INPUTS), reader);
    }

    private void run(int inputs, Reader reader) {
        // Classes are loaded, and tables made, by what is well-formed.
        corpus.forEach(input -> readWithoutBounds(reader, input));
        var mutation = new Mutation(corpus, name.hashCode());
        for (int i = 0; i < inputs; i++) {
            read(reader, mutation.next());
        }
        System.out.printf(
                Locale.ROOT,
                "fuzz %s: %,d inputs, %,d refused; slowest %.1f ms, greediest %.1f MiB%n",
                name,
                inputs,
                refused,
                slowestNanos / 1e6,
                greediestBytes / 1048576.0);
    }

    private void readWithoutBounds(Reader reader, byte[] input) {
        try {
            if (!reader.read(input)) {
                throw new AssertionError(name + " refuses what is well-formed: "
                        + Base64.getEncoder().encodeToString(input));
            }
        } catch (Exception e) {
            throw new AssertionError(name + " cannot read what is well-formed", e);
        }
    }

    private void read(Reader reader, byte[] input) {
        long bytes = THREADS.getCurrentThreadAllocatedBytes();
        long begin = System.nanoTime();
        try {
            refused += reader.read(input) ? 0 : 1;
        } catch (Exception | StackOverflowError | OutOfMemoryError e) {
            throw new AssertionError(name + " fails on " + Base64.getEncoder().encodeToString(input), e);
        }
        long nanos = System.nanoTime() - begin;
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - bytes;
        slowestNanos = Math.max(slowestNanos, nanos);
        greediestBytes = Math.max(greediestBytes, allocated);
        if (allocated > mostBytes || nanos > MAX_NANOS) {
            throw new AssertionError(String.format(
                    Locale.ROOT,
                    "%s takes %.1f MiB and %.1f ms for %s",
                    name,
                    allocated / 1048576.0,
                    nanos / 1e6,
                    Base64.getEncoder().encodeToString(input)));
        }
    }
}

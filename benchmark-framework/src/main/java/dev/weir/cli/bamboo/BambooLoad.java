package dev.weir.cli.bamboo;

import dev.weir.report.Paragraph;
import dev.weir.workload.fields.RateType;
import dev.weir.workload.message.KeySpec;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A load as bamboo's flags describe it: each core launches so many requests at the begin of each second, over its
 * connections, whatever became of those before.
 *
 * @param request what is sent at once
 * @param requestsPerSecond rate of each core
 * @param connections connections of each core
 * @param seconds duration
 * @param writeShare probability that a second of a connection writes, in [0, 1]
 * @param cores number of cores
 * @param warmupSeconds how long the same load runs before
 */
record BambooLoad(
        Request request,
        int requestsPerSecond,
        int connections,
        int seconds,
        BigDecimal writeShare,
        int cores,
        int warmupSeconds) {
    /**
     * Messages that are sent at once.
     *
     * @param keyBytes bytes of each key; 0: messages have none
     * @param valueBytes bytes of each payload
     * @param records how many
     */
    record Request(int keyBytes, int valueBytes, int records) {}

    /** Of the rate of a workload. */
    static final long MOST_MESSAGES_PER_SECOND = 1_000_000_000;

    private static final double WARMUP_PART = 4;
    private static final int WIDTH = 100;
    private static final int KEY_CHARACTERS = 64;
    /** Largest overhead of Kafka's format for a message, if keys and payloads are shorter than 16 KiB. */
    private static final int OVERHEAD_BYTES = 20;

    /** Returns the rate of all cores together. */
    long messagesPerSecond() {
        return (long) cores * requestsPerSecond * request.records;
    }

    /** Returns the number of messages, if all seconds write. */
    long messages() {
        return messagesPerSecond() * seconds;
    }

    /** Returns whether the load is a single burst on an idle system. */
    private boolean isOneBurst() {
        return seconds == 1;
    }

    private boolean reads() {
        return writeShare.compareTo(BigDecimal.ONE) < 0;
    }

    private boolean writes() {
        return writeShare.signum() > 0;
    }

    /**
     * Returns the load as a workload file, with comments about approximations.
     *
     * @param commandLine command line that described it
     */
    String workloadFile(String commandLine) {
        List<String> lines = new ArrayList<>();
        comment(lines, commandLine);
        lines.add("#");
        comment(
                lines,
                format(
                        "%,d cores x %,d requests/s x %,d s x %,d records = %,d messages of %,d bytes, if all of them"
                                + " are written.",
                        cores,
                        requestsPerSecond,
                        seconds,
                        request.records,
                        messages(),
                        request.keyBytes + request.valueBytes));
        lines.add("#");
        comment(
                lines,
                "What a client of Kafka's protocol does not do as bamboo does it, so that this is an approximation:");
        approximations().forEach(text -> lines.addAll(Paragraph.lines("# * ", "#   ", text, WIDTH)));
        lines.add("");
        lines.add("name: bamboo");
        lines.add("");
        lines.add("# A client for each connection, with a topic of its own: a request goes to one partition.");
        lines.add("topics: " + cores * connections);
        lines.add("partitionsPerTopic: 1");
        lines.add("producersPerTopic: 1");
        if (request.keyBytes > 0) {
            lines.add("keys: {distributor: RANDOM_NANO, cardinality: " + keyCount() + ", size: " + request.keyBytes
                    + "}");
        }
        lines.add("messageSize: " + request.valueBytes);
        lines.add("");
        lines.add("# All requests of a second are due at its begin.");
        lines.add("arrival: burst");
        lines.add("burstPeriod: 1s");
        lines.add("producerRate: " + RateType.written((double) messagesPerSecond()));
        if (isOneBurst() && warmupSeconds > 0) {
            lines.add("# A quarter: it must be finished when the burst comes.");
            lines.add("warmupProducerRate: " + RateType.written(messagesPerSecond() / WARMUP_PART));
        }
        lines.add("recordsPerRequest: " + request.records);
        lines.add("readRatio: "
                + BigDecimal.ONE.subtract(writeShare).stripTrailingZeros().toPlainString());
        lines.add("warmupDuration: " + warmupSeconds + "s");
        lines.add("testDuration: " + seconds + "s");
        lines.add("sampleRateMillis: 1000");
        return String.join("\n", lines) + "\n";
    }

    private List<String> approximations() {
        List<String> texts = new ArrayList<>();
        texts.add("each connection has a thread that hands its requests of a second to the client one after the other,"
                + " where bamboo launches them at once: the last one's time has the wait for the others in it");
        if (writes()) {
            texts.add(format(
                    "a request is %,d send calls, until the last of their acknowledgements. The client makes batches"
                            + " of its own: one has room for a request if the driver file sets batch.size to %,d or more,"
                            + " and is not held back with linger.ms=0; max.request.size and buffer.memory limit both",
                    request.records,
                    (long) request.records * (request.keyBytes + request.valueBytes + OVERHEAD_BYTES)));
        }
        if (reads()) {
            texts.add("a read is a seek and a poll, the next one of a connection after the one before. The client"
                    + " fetches ahead, up to max.partition.fetch.bytes (1 MiB) at once, and hands out up to"
                    + " max.poll.records (500) of them: a driver file that raises the latter reads as much as"
                    + " bamboo does");
        }
        if (reads() && writes()) {
            texts.add("each connection draws for each second whether it writes or reads, where bamboo draws for all"
                    + " connections of a core");
        }
        texts.add("a JVM needs a warm-up, which bamboo has not: " + warmupSeconds + " s of "
                + (isOneBurst() ? "a quarter of the load" : "the same load") + ", in no figure");
        return texts;
    }

    private static void comment(List<String> lines, String text) {
        lines.addAll(Paragraph.lines("# ", "#   ", text, WIDTH));
    }

    /** Returns the number of keys, which is limited by their length. */
    private int keyCount() {
        int count = 1;
        for (int b = 0; b < request.keyBytes && count < KeySpec.CARDINALITY; b++) {
            count *= KEY_CHARACTERS;
        }
        return Math.min(count, KeySpec.CARDINALITY);
    }

    private static String format(String text, Object... values) {
        return String.format(Locale.ROOT, text, values);
    }
}

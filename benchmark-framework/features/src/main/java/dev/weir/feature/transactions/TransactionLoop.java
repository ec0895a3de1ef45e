package dev.weir.feature.transactions;

import dev.weir.feature.transactions.TransactionSection.TransactionSpec;
import dev.weir.plan.FeatureRole;
import dev.weir.workload.load.Load;
import dev.weir.workload.load.LoadShape;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A transaction benchmark: a closed loop of transactions instead of a load.
 *
 * @param count measured transactions of each client, in [1, {@link #MAX_SAMPLES}]
 * @param messages messages of one transaction, in [0, {@link TransactionSpec#MAX_MESSAGES}]
 * @param baseline whether the same work is done without transactions afterwards, as often
 * @param rawFile whether each sample is written to a file beside the result
 */
record TransactionLoop(TransactionBenchmark benchmark, int count, int messages, boolean baseline, boolean rawFile)
        implements Load.OfFeature {
    /** Samples of all clients together, which the coordinator keeps for exact percentiles. */
    public static final int MAX_SAMPLES = 10_000_000;

    public TransactionLoop {
        if (count < 1 || count > MAX_SAMPLES) {
            throw new IllegalArgumentException("count must be in [1, " + MAX_SAMPLES + "], got " + count);
        }
        if (messages < 0 || messages > TransactionSpec.MAX_MESSAGES) {
            throw new IllegalArgumentException(
                    "messages must be in [0, " + TransactionSpec.MAX_MESSAGES + "], got " + messages);
        }
    }

    /** Returns a shape in which each client has one transaction in progress. */
    @Override
    public LoadShape shape() {
        LoadShape usual = LoadShape.UNIFORM;
        return new LoadShape(usual.arrival(), usual.burstPeriodNanos(), false, 1, usual.pacingPrecisionNanos());
    }

    @Override
    public boolean sends() {
        return messages > 0;
    }

    @Override
    public int topics() {
        return benchmark.topics;
    }

    /**
     * The four closed loops of Redpanda's transaction benchmarks, with one measured iteration of each, and their default
     * numbers. {@code docs/transactions.md} lists their steps.
     */
    enum TransactionBenchmark {
        /** TxSendBench: begin, send to either topic, commit, await both sends. */
        SEND("send", 2, 2, 100, 1000),
        /** FetchBench: begin, send, await, commit, read from the offset before until the message is seen. */
        FETCH("fetch", 1, 1, 1, 1000),
        /** TxSendOffsetsBench: begin, send an offset, commit. */
        SEND_OFFSETS("sendOffsets", 1, 0, 10, 200),
        /** StreamBench: for each message read, begin, send it in upper case, send its offset, commit. */
        STREAM("stream", 2, 1, 10, 200);

        /** Its name in files and results. */
        final String key;

        final int topics;

        /** Default number of messages in a transaction; 0: it has none, whatever the workload sets. */
        final int messages;

        /** How many iterations of each client come first and are not measured. */
        final int warmup;

        /** Default number of measured iterations of each client. */
        final int count;

        TransactionBenchmark(String key, int topics, int messages, int warmup, int count) {
            this.key = key;
            this.topics = topics;
            this.messages = messages;
            this.warmup = warmup;
            this.count = count;
        }

        boolean sendsOffsets() {
            return this == SEND_OFFSETS || this == STREAM;
        }

        public static Optional<TransactionBenchmark> of(String key) {
            return Stream.of(values()).filter(each -> each.key.equals(key)).findFirst();
        }
    }

    /**
     * A client of a transaction benchmark that a worker runs.
     *
     * @param client its number among all clients of the run, from 0
     * @param clientId name in the client's logs and the system's metrics, and its transactional id
     * @param topics topics of the benchmark, in the order in which it uses them
     */
    record TransactionRole(
            int client, int clients, String clientId, List<String> topics, int partitions, TransactionLoop loop)
            implements FeatureRole {
        TransactionRole {
            topics = List.copyOf(topics);
        }

        int partition() {
            return client % partitions;
        }

        /** Returns the prefix of its readers' groups, which are deleted with the topic. */
        String group() {
            return topics.get(0) + "-client-" + client;
        }
    }
}

package dev.weir.feature.transactions;

import dev.weir.feature.transactions.TransactionSection.TransactionSpec;
import dev.weir.plan.FeatureRole;
import dev.weir.workload.fields.PayloadFields;
import dev.weir.workload.fields.TopicFields;
import dev.weir.workload.fields.WorkloadFields;
import dev.weir.workload.load.Load;
import dev.weir.workload.load.LoadShape;
import dev.weir.workload.section.LoadSection;
import dev.weir.workload.section.Sections;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.FieldWriter;
import dev.weir.workload.yaml.ScalarType.Choice;
import dev.weir.workload.yaml.ScalarType.Flag;
import dev.weir.workload.yaml.ScalarType.Whole;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The field {@code transactionBenchmark}, and those that belong to it. */
record LoopSection()
        implements LoadSection<LoopSection.TransactionLoop>, TransactionalSection<LoopSection.TransactionLoop> {
    /** Each message begins with its number, if it is large enough. */
    private static final int MIN_MESSAGE_BYTES = 8;

    private static final int MAX_CLIENTS = 10_000;
    /** Samples of all clients together, which the coordinator keeps for exact percentiles. */
    private static final int MAX_SAMPLES = 10_000_000;

    /** Fields of the core with an effect; those of campaigns are read earlier. */
    private static final Set<String> USED = Set.of(
            "name",
            "partitionsPerTopic",
            "producersPerTopic",
            "messageSize",
            "headers",
            "transactions",
            "sampleRateMillis",
            "logIntervalMillis",
            "thresholds",
            "hooks",
            "brokerMetrics",
            "nameFormat",
            "seed");

    static final Field<String> BENCHMARK = Field.free(
            "transactionBenchmark",
            new Choice(Stream.of(TransactionBenchmark.values())
                    .map(benchmark -> benchmark.key)
                    .toList()),
            "a closed loop of transactions instead of a load, one after the other, as in Redpanda's benchmarks:"
                    + " TxSendBench, FetchBench, TxSendOffsetsBench, StreamBench. producersPerTopic is the number of"
                    + " clients, each with a thread and a loop of its own, 1 if absent; partitionsPerTopic, 1 if absent,"
                    + " are shared out among them; transactions: {messages: N} is a batch. Each message has 100 bytes"
                    + " without a messageSize");

    private static final Field<Long> COUNT = Field.free(
                    "count",
                    new Whole(1, MAX_SAMPLES),
                    "measured transactions of each client of a transactionBenchmark, after its warm-up; 1000 if absent,"
                            + " 200 of sendOffsets and stream")
            .in("transactions");

    private static final Field<Boolean> BASELINE = Field.optional(
            "transactionBaseline",
            new Flag(),
            true,
            "whether a transactionBenchmark does the same work without transactions afterwards, as often, for the ratio"
                    + " of the two");

    private static final Field<Boolean> RAW = Field.optional(
            "rawTransactionTimes",
            new Flag(),
            false,
            "whether a transactionBenchmark writes a file beside the result with the nanoseconds of each transaction");

    @Override
    public Field<String> field() {
        return BENCHMARK;
    }

    @Override
    public List<Field<?>> otherFields() {
        return List.of(COUNT, BASELINE, RAW);
    }

    @Override
    public boolean worksWithoutLoad() {
        return true;
    }

    @Override
    public int messageBytes() {
        return 100;
    }

    @Override
    public Optional<TransactionLoop> in(FieldValues values) {
        return values.find(BENCHMARK).flatMap(TransactionBenchmark::of).map(benchmark -> {
            int messages = values.find(TransactionSection.TRANSACTIONS)
                    .map(TransactionSpec::messages)
                    .orElse(benchmark.messages);
            return new TransactionLoop(
                    benchmark,
                    Math.toIntExact(values.find(COUNT).orElse((long) benchmark.count)),
                    benchmark.messages == 0 ? 0 : messages,
                    values.get(BASELINE),
                    values.get(RAW));
        });
    }

    @Override
    public void put(TransactionLoop loop, FieldWriter given) {
        given.put(BENCHMARK, loop.benchmark().key)
                .put(COUNT, loop.count())
                .put(BASELINE, loop.baseline())
                .put(RAW, loop.rawFile());
        if (loop.messages() > 0) {
            new TransactionSection().put(new TransactionSpec(loop.messages(), 0), given);
        }
    }

    @Override
    public void check(FieldValues values) {
        if (!values.given(BENCHMARK)) {
            return;
        }
        Set<String> ofFeatures = Sections.namesWithoutLoad();
        for (Field<?> field : WorkloadFields.TABLE.fields().values()) {
            boolean used = USED.contains(field.name()) || ofFeatures.contains(field.name());
            if (values.given(field) && !used) {
                values.error(field, "has no effect beside a transactionBenchmark, which is no load; remove it");
            }
        }
        if (values.find(PayloadFields.MESSAGE_SIZE).orElse(100L) < MIN_MESSAGE_BYTES) {
            values.error(
                    PayloadFields.MESSAGE_SIZE,
                    "must be at least " + MIN_MESSAGE_BYTES + " in a transactionBenchmark, got "
                            + values.get(PayloadFields.MESSAGE_SIZE) + ": messages carry a number");
        }
        in(values).ifPresent(loop -> check(loop, values));
    }

    @Override
    public void check(TransactionLoop loop, FieldValues values) {
        TransactionBenchmark benchmark = loop.benchmark();
        values.find(TransactionSection.TRANSACTIONS).ifPresent(spec -> {
            if (benchmark.messages == 0) {
                values.error(
                        TransactionSection.TRANSACTIONS,
                        "has no effect: transactions of " + benchmark.key + " have no messages; remove it");
            } else if (spec.abortRatio() > 0) {
                values.error(
                        TransactionSection.TRANSACTIONS,
                        "must not have an abortRatio beside a transactionBenchmark, which commits; remove that");
            }
        });
        long clients = values.find(TopicFields.PRODUCERS).orElse(1L);
        long partitions = values.find(TopicFields.PARTITIONS).orElse(1L);
        long samples = clients * loop.count();
        if (clients < 1 || clients > MAX_CLIENTS) {
            values.error(
                    TopicFields.PRODUCERS,
                    "must be in [1, " + MAX_CLIENTS + "] in a transactionBenchmark, got " + clients);
        } else if (samples > MAX_SAMPLES) {
            values.error(
                    COUNT,
                    "makes " + samples + " samples of all clients, must be at most " + MAX_SAMPLES + "; lower it");
        } else if (benchmark == TransactionBenchmark.STREAM && partitions < clients) {
            values.error(
                    TopicFields.PRODUCERS,
                    "must be at most partitionsPerTopic, " + partitions + ", in a stream, got " + clients
                            + ": each client reads partitions of its own");
        }
    }

    /**
     * A transaction benchmark: a closed loop of transactions instead of a load.
     *
     * @param count measured transactions of each client, in [1, {@link LoopSection#MAX_SAMPLES}]
     * @param messages messages of one transaction, in [0, {@link TransactionSpec#MAX_MESSAGES}]
     * @param baseline whether the same work is done without transactions afterwards, as often
     * @param rawFile whether each sample is written to a file beside the result
     */
    record TransactionLoop(TransactionBenchmark benchmark, int count, int messages, boolean baseline, boolean rawFile)
            implements Load.OfFeature {
        TransactionLoop {
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

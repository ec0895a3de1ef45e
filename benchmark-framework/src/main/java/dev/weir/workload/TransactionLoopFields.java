package dev.weir.workload;

import dev.weir.workload.ScalarType.Choice;
import dev.weir.workload.ScalarType.Flag;
import dev.weir.workload.ScalarType.Whole;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The fields of a workload that is a closed loop of transactions, and those others that mean something to it. */
final class TransactionLoopFields {
    /** The client's number of each message stands in front, where it can. */
    private static final int LEAST_MESSAGE_BYTES = 8;

    private static final int MESSAGE_BYTES = 100;
    private static final int MOST_CLIENTS = 10_000;

    static final Field<String> BENCHMARK = Field.free(
            "transactionBenchmark",
            new Choice(Stream.of(TransactionBenchmark.values())
                    .map(TransactionBenchmark::key)
                    .toList()),
            "a closed loop of transactions instead of a load, one after the other, as in Redpanda's benchmarks:"
                    + " TxSendBench, FetchBench, TxSendOffsetsBench, StreamBench. producersPerTopic is the number of"
                    + " clients, each with a thread and a loop of its own, 1 if absent; partitionsPerTopic, 1 if absent,"
                    + " are shared out among them; transactions: {messages: N} is a batch. Each message has 100 bytes"
                    + " without a messageSize");

    static final Field<Long> COUNT = Field.free(
                    "count",
                    new Whole(1, TransactionLoop.MOST_SAMPLES),
                    "measured transactions of each client of a transactionBenchmark, after its warm-up; 1000 if absent,"
                            + " 200 of sendOffsets and stream")
            .in("transactions");

    static final Field<Boolean> BASELINE = Field.optional(
            "transactionBaseline",
            new Flag(),
            true,
            "whether a transactionBenchmark does the same work without transactions afterwards, as often, for the ratio"
                    + " of the two");

    static final Field<Boolean> RAW = Field.optional(
            "rawTransactionTimes",
            new Flag(),
            false,
            "whether a transactionBenchmark writes a file beside the result with the nanoseconds of each transaction");

    /** Besides its own and those of campaigns, which are read before. */
    private static final Set<String> USED = Set.of(
            "name",
            "partitionsPerTopic",
            "producersPerTopic",
            "messageSize",
            "transactions",
            "sampleRateMillis",
            "logIntervalMillis",
            "thresholds",
            "hooks",
            "brokerMetrics",
            "nameFormat",
            "seed");

    private TransactionLoopFields() {}

    static void addTo(FieldTable table) {
        List.of(BENCHMARK, COUNT, BASELINE, RAW).forEach(table::add);
    }

    static boolean isGiven(FieldValues values) {
        return values.given(BENCHMARK);
    }

    /** What a load would make of a field has no place here. */
    static void check(FieldValues values) {
        Set<String> own =
                Stream.of(BENCHMARK, COUNT, BASELINE, RAW).map(Field::name).collect(Collectors.toSet());
        for (Field<?> field : WorkloadFields.TABLE.fields().values()) {
            boolean used = own.contains(field.name()) || USED.contains(field.name());
            if (values.given(field) && !used) {
                values.error(field, "has no effect beside a transactionBenchmark, which is no load; remove it");
            }
        }
        if (values.find(WorkloadFields.MESSAGE_SIZE).orElse(100L) < LEAST_MESSAGE_BYTES) {
            values.error(
                    WorkloadFields.MESSAGE_SIZE,
                    "must be at least " + LEAST_MESSAGE_BYTES + " in a transactionBenchmark, got "
                            + values.get(WorkloadFields.MESSAGE_SIZE) + ": messages carry a number");
        }
        benchmark(values).ifPresent(benchmark -> check(values, benchmark));
    }

    private static void check(FieldValues values, TransactionBenchmark benchmark) {
        values.find(TransactionFields.TRANSACTIONS).ifPresent(spec -> {
            if (benchmark.messages() == 0) {
                values.error(
                        TransactionFields.TRANSACTIONS,
                        "has no effect: transactions of " + benchmark.key() + " have no messages; remove it");
            } else if (spec.abortRatio() > 0) {
                values.error(
                        TransactionFields.TRANSACTIONS,
                        "must not have an abortRatio beside a transactionBenchmark, which commits; remove that");
            }
        });
        long clients = clients(values);
        long partitions = partitions(values);
        long samples = clients * values.find(COUNT).orElse((long) benchmark.count());
        if (clients < 1 || clients > MOST_CLIENTS) {
            values.error(
                    WorkloadFields.PRODUCERS,
                    "must be in [1, " + MOST_CLIENTS + "] in a transactionBenchmark, got " + clients);
        } else if (samples > TransactionLoop.MOST_SAMPLES) {
            values.error(
                    COUNT,
                    "makes " + samples + " samples of all clients, must be at most " + TransactionLoop.MOST_SAMPLES
                            + "; lower it");
        } else if (benchmark == TransactionBenchmark.STREAM && partitions < clients) {
            values.error(
                    WorkloadFields.PRODUCERS,
                    "must be at most partitionsPerTopic, " + partitions + ", in a stream, got " + clients
                            + ": each client reads partitions of its own");
        }
    }

    private static Optional<TransactionBenchmark> benchmark(FieldValues values) {
        return values.find(BENCHMARK).flatMap(TransactionBenchmark::of);
    }

    private static long clients(FieldValues values) {
        return values.find(WorkloadFields.PRODUCERS).orElse(1L);
    }

    private static long partitions(FieldValues values) {
        return values.find(WorkloadFields.PARTITIONS).orElse(1L);
    }

    static PayloadSpec payload(FieldValues values) {
        return PayloadSpec.random(values.find(WorkloadFields.MESSAGE_SIZE)
                .orElse((long) MESSAGE_BYTES)
                .intValue());
    }

    static Workload workload(FieldValues values, PayloadSpec payload) {
        TransactionBenchmark benchmark = benchmark(values).orElseThrow();
        int messages = benchmark.messages() == 0
                ? 0
                : values.find(TransactionFields.TRANSACTIONS)
                        .map(TransactionSpec::messages)
                        .orElse(benchmark.messages());
        var loop = new TransactionLoop(
                benchmark,
                Math.toIntExact(values.find(COUNT).orElse((long) benchmark.count())),
                messages,
                values.get(BASELINE),
                values.get(RAW));
        double noRate = Double.POSITIVE_INFINITY;
        LoadShape usual = LoadShape.UNIFORM;
        return new Workload(
                values.find(WorkloadFields.NAME).orElseGet(() -> values.file().baseName()),
                benchmark.topics(),
                (int) partitions(values),
                KeySpec.NONE,
                payload,
                0,
                0,
                (int) clients(values),
                noRate,
                noRate,
                new LoadShape(usual.arrival(), usual.burstPeriodNanos(), false, 1, usual.pacingPrecisionNanos()),
                Duration.ZERO,
                Optional.empty(),
                Duration.ofMillis(values.find(WorkloadFields.LOG_INTERVAL)
                        .orElseGet(() -> values.get(WorkloadFields.SAMPLE_RATE))),
                false,
                PhaseFields.spec(values, noRate),
                GoalFields.goals(values),
                values.find(WorkloadFields.HOOKS).orElse(Hooks.NONE),
                Particulars.NONE.withTransactionLoop(loop).withBrokerMetrics(values.get(WorkloadFields.BROKER_METRICS)),
                TransactionSpec.NONE,
                PipelineSpec.NONE,
                values.get(WorkloadFields.SEED));
    }

    /** A loop in the words of a file. */
    static void put(Workload workload, TransactionLoop loop, Map<Field<?>, Object> given) {
        given.put(BENCHMARK, loop.benchmark().key());
        given.put(COUNT, loop.count());
        given.put(BASELINE, loop.baseline());
        given.put(RAW, loop.rawFile());
        given.put(WorkloadFields.PARTITIONS, workload.partitionsPerTopic());
        given.put(WorkloadFields.PRODUCERS, workload.producersPerTopic());
        given.put(WorkloadFields.MESSAGE_SIZE, workload.payload().messageSize());
        given.put(WorkloadFields.SAMPLE_RATE, workload.sampleInterval().toMillis());
        if (loop.messages() > 0) {
            TransactionFields.put(new TransactionSpec(loop.messages(), 0), given);
        }
    }
}

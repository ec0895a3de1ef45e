package dev.weir.workload.check;

import dev.weir.workload.fields.LoadFields;
import dev.weir.workload.fields.PayloadFields;
import dev.weir.workload.fields.RateFields;
import dev.weir.workload.fields.TopicFields;
import dev.weir.workload.fields.TransactionFields;
import dev.weir.workload.fields.TransactionLoopFields;
import dev.weir.workload.fields.WorkloadFields;
import dev.weir.workload.load.TransactionBenchmark;
import dev.weir.workload.load.TransactionLoop;
import dev.weir.workload.load.TransactionSpec;
import dev.weir.workload.section.Sections;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldValues;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks fields that contradict transactions, or that have no effect in a transaction benchmark. */
final class TransactionChecks {
    /** Each message begins with its number, if it is large enough. */
    private static final int MIN_MESSAGE_BYTES = 8;

    private static final int MAX_CLIENTS = 10_000;
    /** Fields of the core with an effect, in addition to its own and those of campaigns, which are read earlier. */
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
    /** Default of Kafka's clients: the broker aborts transactions that take longer. */
    private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(1);

    private TransactionChecks() {}

    static void check(FieldValues values) {
        if (!values.given(TransactionFields.TRANSACTIONS)) {
            return;
        }
        if (LoadFields.isClosed(values)) {
            values.error(
                    TransactionFields.TRANSACTIONS,
                    "needs an open loop: set mode to open, with a producerRate; or remove it");
        }
        if (TopicFields.isConsumeOnly(values)) {
            values.error(TransactionFields.TRANSACTIONS, "has no effect without producers; remove it");
        }
        if (values.given(LoadFields.RECORDS)
                || values.find(LoadFields.READ_RATIO).orElse(0.0) > 0) {
            values.error(
                    TransactionFields.TRANSACTIONS,
                    "has no place beside " + LoadFields.RECORDS.name() + " and " + LoadFields.READ_RATIO.name()
                            + ": a transaction has messages of its own and reads none; remove one of them");
        }
        values.find(TransactionFields.TRANSACTIONS).ifPresent(spec -> checkTimeout(values, spec));
    }

    /** Checks the transaction timeout, because a transaction stays open until its last message is due. */
    private static void checkTimeout(FieldValues values, TransactionSpec spec) {
        double rate = values.find(RateFields.PRODUCER_RATE).orElse(0.0);
        double producers = (double) values.find(TopicFields.PRODUCERS).orElse(0L)
                * values.find(TopicFields.TOPICS).orElse(0L);
        double seconds = rate > 0 ? spec.messages() * producers / rate : 0;
        if (seconds >= DEFAULT_TIMEOUT.toSeconds()) {
            values.warning(
                    TransactionFields.TRANSACTIONS,
                    "keeps each transaction open for " + Math.round(seconds) + " s, until its " + spec.messages()
                            + " messages are due: brokers abort those that are open for longer than the producer's"
                            + " transaction.timeout.ms, 60 s by default");
        }
    }

    /** Checks fields that have no effect in a transaction benchmark. */
    static void checkBenchmark(FieldValues values) {
        Set<String> own = Stream.of(
                        TransactionLoopFields.BENCHMARK,
                        TransactionLoopFields.COUNT,
                        TransactionLoopFields.BASELINE,
                        TransactionLoopFields.RAW)
                .map(Field::name)
                .collect(Collectors.toSet());
        Set<String> ofFeatures = Sections.namesWithoutLoad();
        for (Field<?> field : WorkloadFields.TABLE.fields().values()) {
            boolean used = Stream.of(own, USED, ofFeatures).anyMatch(names -> names.contains(field.name()));
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
        TransactionLoopFields.benchmark(values).ifPresent(benchmark -> checkBenchmark(values, benchmark));
    }

    private static void checkBenchmark(FieldValues values, TransactionBenchmark benchmark) {
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
        long clients = TransactionLoopFields.clients(values);
        long partitions = TransactionLoopFields.partitions(values);
        long samples = clients * values.find(TransactionLoopFields.COUNT).orElse((long) benchmark.count());
        if (clients < 1 || clients > MAX_CLIENTS) {
            values.error(
                    TopicFields.PRODUCERS,
                    "must be in [1, " + MAX_CLIENTS + "] in a transactionBenchmark, got " + clients);
        } else if (samples > TransactionLoop.MAX_SAMPLES) {
            values.error(
                    TransactionLoopFields.COUNT,
                    "makes " + samples + " samples of all clients, must be at most " + TransactionLoop.MAX_SAMPLES
                            + "; lower it");
        } else if (benchmark == TransactionBenchmark.STREAM && partitions < clients) {
            values.error(
                    TopicFields.PRODUCERS,
                    "must be at most partitionsPerTopic, " + partitions + ", in a stream, got " + clients
                            + ": each client reads partitions of its own");
        }
    }
}

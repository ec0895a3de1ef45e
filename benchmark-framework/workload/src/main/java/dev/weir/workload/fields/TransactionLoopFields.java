package dev.weir.workload.fields;

import dev.weir.workload.Workload;
import dev.weir.workload.load.TransactionBenchmark;
import dev.weir.workload.load.TransactionLoop;
import dev.weir.workload.load.TransactionSpec;
import dev.weir.workload.message.PayloadSpec;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.FieldWriter;
import dev.weir.workload.yaml.ScalarType.Choice;
import dev.weir.workload.yaml.ScalarType.Flag;
import dev.weir.workload.yaml.ScalarType.Whole;
import java.util.Optional;
import java.util.stream.Stream;

/** Fields of a transaction benchmark, and other fields that it uses. */
public final class TransactionLoopFields {
    private static final int MESSAGE_BYTES = 100;
    public static final Field<String> BENCHMARK = Field.free(
            "transactionBenchmark",
            new Choice(Stream.of(TransactionBenchmark.values())
                    .map(TransactionBenchmark::key)
                    .toList()),
            "a closed loop of transactions instead of a load, one after the other, as in Redpanda's benchmarks:"
                    + " TxSendBench, FetchBench, TxSendOffsetsBench, StreamBench. producersPerTopic is the number of"
                    + " clients, each with a thread and a loop of its own, 1 if absent; partitionsPerTopic, 1 if absent,"
                    + " are shared out among them; transactions: {messages: N} is a batch. Each message has 100 bytes"
                    + " without a messageSize");

    public static final Field<Long> COUNT = Field.free(
                    "count",
                    new Whole(1, TransactionLoop.MAX_SAMPLES),
                    "measured transactions of each client of a transactionBenchmark, after its warm-up; 1000 if absent,"
                            + " 200 of sendOffsets and stream")
            .in("transactions");

    public static final Field<Boolean> BASELINE = Field.optional(
            "transactionBaseline",
            new Flag(),
            true,
            "whether a transactionBenchmark does the same work without transactions afterwards, as often, for the ratio"
                    + " of the two");

    public static final Field<Boolean> RAW = Field.optional(
            "rawTransactionTimes",
            new Flag(),
            false,
            "whether a transactionBenchmark writes a file beside the result with the nanoseconds of each transaction");

    private TransactionLoopFields() {}

    public static boolean isGiven(FieldValues values) {
        return values.given(BENCHMARK);
    }

    public static Optional<TransactionBenchmark> benchmark(FieldValues values) {
        return values.find(BENCHMARK).flatMap(TransactionBenchmark::of);
    }

    public static long clients(FieldValues values) {
        return values.find(TopicFields.PRODUCERS).orElse(1L);
    }

    public static long partitions(FieldValues values) {
        return values.find(TopicFields.PARTITIONS).orElse(1L);
    }

    public static PayloadSpec payload(FieldValues values) {
        return PayloadSpec.random(values.find(PayloadFields.MESSAGE_SIZE)
                .orElse((long) MESSAGE_BYTES)
                .intValue());
    }

    /** Adds a transaction benchmark in the form of a file. */
    public static void put(Workload workload, TransactionLoop loop, FieldWriter given) {
        given.put(BENCHMARK, loop.benchmark().key())
                .put(COUNT, loop.count())
                .put(BASELINE, loop.baseline())
                .put(RAW, loop.rawFile())
                .put(TopicFields.PARTITIONS, workload.topics().partitionsPerTopic())
                .put(TopicFields.PRODUCERS, workload.topics().producersPerTopic())
                .put(PayloadFields.MESSAGE_SIZE, workload.messages().payload().messageSize())
                .put(RunFields.SAMPLE_RATE, workload.timing().sampleInterval().toMillis());
        HeaderFields.put(workload.messages().headers(), false, given);
        if (loop.messages() > 0) {
            TransactionFields.put(new TransactionSpec(loop.messages(), 0), given);
        }
    }
}

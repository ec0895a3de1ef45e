package dev.weir.workload;

import dev.weir.workload.ScalarType.Choice;
import dev.weir.workload.ScalarType.Decimal;
import dev.weir.workload.ScalarType.Flag;
import dev.weir.workload.ScalarType.Text;
import dev.weir.workload.ScalarType.Time;
import dev.weir.workload.ScalarType.Whole;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Every field that a workload file may hold: those of the three lines of OMB, and ours. One row each; what reads,
 * checks, suggests and describes them does it from here. Those without a constant are known, but nothing acts on them yet.
 */
final class WorkloadFields {
    static final FieldTable TABLE = FieldTable.of("workload file");

    private static final int MOST = 1_000_000;
    private static final long MOST_MINUTES = Duration.ofDays(366).toMinutes();
    private static final Whole COUNT = new Whole(1, MOST);
    private static final Whole COUNT_OR_NONE = new Whole(0, MOST);
    private static final Type<List<String>> NAMES = new Type.Items<>(new Text(), true);
    private static final Type<List<String>> LIST = Type.Items.of(new Type.Anything());
    private static final Type<Map<String, String>> MAPPING = new Type.Entries<>(new Type.Anything());

    static final Field<String> NAME =
            TABLE.add(Field.free("name", new Text(), "", "label of the workload; the file's base name if absent"));

    static final Field<Long> TOPICS = TABLE.add(Field.required("topics", COUNT, "", "topics to create")
            .notYet("0", "(only topics that exist) is known, but not supported yet; give at least 1"));
    static final Field<Long> PARTITIONS =
            TABLE.add(Field.required("partitionsPerTopic", COUNT, "", "partitions of each topic"));

    static {
        later("partitionsPerTopicList", Type.Items.of(COUNT), List.of(), "one number of partitions per topic", "");
        later("existingTopicList", NAMES, List.of(), "use topics that exist", "give topics to create");
        later(
                "existingProduceTopicList",
                NAMES,
                List.of(),
                "topics that exist, to produce to",
                "give topics to create");
        later("existingConsumeTopicList", NAMES, List.of(), "topics that exist, to consume", "give topics to create");
        TABLE.add(Field.later(
                "randomTopicNames",
                new Flag(),
                List.of(true),
                "",
                "whether created topics get a random part in their names",
                "created topics always have one"));
    }

    static final Field<String> KEY_DISTRIBUTOR = TABLE.add(Field.of(
            "keyDistributor",
            new Choice(Stream.of(KeyDistributor.values()).map(Enum::name).toList()),
            KeyDistributor.NO_KEY.name(),
            "",
            "how messages get their keys"));
    static final Field<Long> MESSAGE_SIZE = TABLE.add(Field.free(
            "messageSize",
            new Whole(0, (1 << 30) - 1),
            "bytes",
            "size of each payload; that of the payload if absent"));
    static final Field<String> PAYLOAD_FILE = TABLE.add(Field.free(
            "payloadFile",
            new Text(),
            "",
            "file with the payload of every message; relative to this file, or else to the working directory"));
    static final Field<String> PAYLOAD_BASE64 = TABLE.add(Field.free(
            "payloadBase64",
            new Text(),
            "",
            "the payload itself in base64, as results show the content of a payloadFile"));
    static final Field<Boolean> RANDOMIZED = TABLE.add(Field.of(
            "useRandomizedPayloads",
            new Flag(),
            false,
            "",
            "send payloads from a pool; if there is no payload at all, from 1000 that are random throughout"));
    static final Field<Double> RANDOM_RATIO = TABLE.add(Field.of(
            "randomBytesRatio",
            Decimal.in(0, 1),
            0.0,
            "",
            "first part of each pooled payload that is random; zeros follow"));
    static final Field<Long> POOL_SIZE = TABLE.add(Field.of(
            "randomizedPayloadPoolSize", COUNT_OR_NONE, 0L, "payloads", "how many different payloads there are"));

    static {
        TABLE.add(Field.later(
                "messageSizeDistribution",
                new Type.Entries<>(Decimal.in(0, 1e9)),
                List.of(Map.of()),
                "",
                "weights of classes of payload sizes",
                "give one messageSize"));
        mapping("keys", "distributor, cardinality, skew and size of keys", "use keyDistributor");
    }

    static final Field<Long> SUBSCRIPTIONS = TABLE.add(
            Field.of("subscriptionsPerTopic", COUNT_OR_NONE, 0L, "", "consumer groups per topic; 0: produce only"));
    static final Field<Long> CONSUMERS =
            TABLE.add(Field.of("consumerPerSubscription", COUNT_OR_NONE, 0L, "", "consumers in each group"));
    static final Field<Long> PRODUCERS =
            TABLE.add(Field.required("producersPerTopic", COUNT, "", "producer clients per topic")
                    .notYet("0", "(consume only) is known, but not supported yet; give at least 1"));

    static {
        later(
                "producersPerTopicList",
                Type.Items.of(COUNT_OR_NONE),
                List.of(),
                "one number of producers per topic",
                "");
    }

    static final Field<Double> PRODUCER_RATE =
            TABLE.add(Field.required("producerRate", Decimal.rate(), "messages/s", "rate of all producers together")
                    .notYet("0", "(search for the highest rate) is known, but not supported yet; give a rate above 0")
                    .notYet("max", "(send unthrottled) is known, but not supported yet; give a rate above 0"));
    static final Field<Double> WARMUP_RATE = TABLE.add(Field.of(
            "warmupProducerRate",
            Decimal.rateOrMinusOne(),
            -1.0,
            "messages/s",
            "rate during the warm-up; -1: the producerRate"));

    static {
        later(
                "producerRateList",
                Type.Items.of(Type.Items.of(Decimal.in(0, 1e9))),
                List.of(),
                "the rate over time, as [minute, rate] or [hour, minute, rate]",
                "give one producerRate");
        rate("backlogProducerRate", "rate while a backlog is built");
        rate("drainProducerRate", "rate while a backlog is drained");
        TABLE.add(Field.later(
                "consumerBacklogSizeGB",
                Decimal.in(0, 1e9),
                List.of(0.0),
                "GiB over all subscriptions",
                "build this backlog, then drain it",
                ""));
        TABLE.add(Field.later(
                "backlogDrainRatio", Decimal.in(0, 1), List.of(1.0), "", "how much of the backlog has to go", ""));
        choice("arrival", "how messages are spread over time", "uniform", "poisson", "burst");
        choice("catchUp", "what happens to messages that are late", "immediate", "skip");
        choice("mode", "whether the load follows a schedule or its own answers", "open", "closed");
        TABLE.add(Field.later("inFlight", COUNT, List.of(), "messages", "how many a closed loop keeps under way", ""));
        TABLE.add(
                Field.later("recordsPerRequest", COUNT, List.of(1L), "", "messages that are sent as one request", ""));
        TABLE.add(Field.later("readRatio", Decimal.in(0, 1), List.of(0.0), "", "part of the requests that read", ""));
        TABLE.add(Field.later(
                "pacingPrecision", Time.SPAN, List.of(), "", "how exactly send times are met, such as 200us", ""));
    }

    static final Field<Duration> WARMUP = TABLE.add(Field.of(
            "warmupDuration",
            Time.SPAN,
            Duration.ofMinutes(1),
            "",
            "how long the load runs before anything counts; two of OMB's lines take 30m if it is absent"));
    static final Field<Long> WARMUP_MINUTES = TABLE.add(Field.free(
                    "warmupDurationMinutes", new Whole(0, MOST_MINUTES), "minutes", "OMB's spelling of warmupDuration")
            .insteadOf(WARMUP));

    static {
        TABLE.add(Field.later(
                "warmupUntil",
                Choice.of("retention", "steady"),
                List.of(),
                "",
                "what ends the warm-up",
                "use warmupDuration"));
        TABLE.add(Field.later(
                "warmupProducerRateSeparationMinutes",
                new Whole(-1, MOST_MINUTES),
                List.of(-1L, 0L),
                "minutes",
                "time to settle between warm-up and measurement",
                ""));
    }

    static final Field<Duration> TEST = TABLE.add(Field.of(
            "testDuration", Time.SPAN, Duration.ZERO, "", "how long is measured; 0s or absent: until stopped"));
    static final Field<Long> TEST_MINUTES = TABLE.add(
            Field.free("testDurationMinutes", new Whole(0, MOST_MINUTES), "minutes", "OMB's spelling of testDuration")
                    .insteadOf(TEST));
    static final Field<Long> SAMPLE_RATE = TABLE.add(
            Field.of("sampleRateMillis", new Whole(100, 3_600_000), 10_000L, "ms", "length of a reporting interval"));
    static final Field<Long> LOG_INTERVAL = TABLE.add(
            Field.free("logIntervalMillis", new Whole(100, 3_600_000), "ms", "AutoMQ's spelling of sampleRateMillis")
                    .insteadOf(SAMPLE_RATE));
    static final Field<Long> SEED =
            TABLE.add(Field.of("seed", Whole.ANY, 1L, "", "of everything random: the same seed, the same run"));

    static {
        later(
                "steps",
                Type.Items.of(MAPPING),
                List.of(),
                "overrides of fields, one run each",
                "write one file per step");
        mapping("sweep", "fields with lists of values, whose combinations run", "write one file per combination");
        TABLE.add(Field.later(
                "repeat", COUNT, List.of(1L), "", "how often each run is made", "start it as often as needed"));
        choice("order", "the order of repeated runs", "interleaved", "random");
        mapping("retention", "what the system keeps, by duration, bytesPerPartition or driveFill", "use topicConfig");
        mapping("transactions", "messages per transaction, and abortRatio", "");
        TABLE.add(Field.later(
                "transactionBenchmark",
                Choice.of("send", "fetch", "sendOffsets", "stream"),
                List.of(),
                "",
                "a closed loop of transactions instead of a load",
                ""));
        TABLE.add(Field.later("count", COUNT, List.of(), "", "transactions of a transactionBenchmark", ""));
        later("thresholds", LIST, List.of(), "what the result has to keep to", "judge the result file");
        mapping("search", "how the highest sustainable rate is searched for", "give a producerRate");
        choice("workerLoss", "what happens when a worker is lost", "abort", "continue");
        later("brokerMetrics", LIST, List.of(), "Prometheus endpoints to sample", "");
        mapping("hooks", "commands before and after a run", "run them around the command");
        TABLE.add(Field.later("faults", LIST, List.of(List.of()), "", "faults of an embedded cluster", ""));
    }

    private WorkloadFields() {}

    private static <T> void later(String name, Type<List<T>> type, List<T> off, String meaning, String advice) {
        TABLE.add(Field.later(name, type, List.of(off), "", meaning, advice));
    }

    private static void mapping(String name, String meaning, String advice) {
        TABLE.add(Field.later(name, MAPPING, List.of(Map.of()), "", meaning, advice));
    }

    private static void rate(String name, String meaning) {
        TABLE.add(Field.later(
                name, Decimal.rateOrMinusOne(), List.of(-1.0), "messages/s", meaning + "; -1: the producerRate", ""));
    }

    /** The first of the names is what happens anyway. */
    private static void choice(String name, String meaning, String... names) {
        TABLE.add(Field.later(name, Choice.of(names), List.of(names[0]), "", meaning, ""));
    }
}

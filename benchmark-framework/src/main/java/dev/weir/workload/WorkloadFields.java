package dev.weir.workload;

import dev.weir.driver.MetricsEndpoint;
import dev.weir.workload.ScalarType.Decimal;
import dev.weir.workload.ScalarType.Flag;
import dev.weir.workload.ScalarType.Text;
import dev.weir.workload.ScalarType.Time;
import dev.weir.workload.ScalarType.Whole;
import dev.weir.workload.Type.Items;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Every field that a workload file may hold: those of the three lines of OMB, and ours. One row each; what reads,
 * checks, suggests and describes them does it from here.
 */
final class WorkloadFields {
    static final FieldTable TABLE = FieldTable.of("workload file");

    private static final Whole COUNT = new Whole(1, 1_000_000);
    private static final Whole COUNT_OR_NONE = new Whole(0, 1_000_000);
    private static final Whole MINUTES = new Whole(0, Time.SPAN.most().toMinutes());
    private static final Whole INTERVAL = new Whole(100, 3_600_000);

    static final Field<String> NAME =
            TABLE.add(Field.free("name", new Text(), "label of the workload; the file's base name if absent"));

    static final Field<Long> TOPICS = TABLE.add(
            Field.required("topics", COUNT_OR_NONE, "topics to create; 0 only with a list of topics that exist")
                    .unless(
                            "existingTopicList",
                            "existingProduceTopicList",
                            "existingConsumeTopicList",
                            "transactionBenchmark"));

    static final Field<Long> PARTITIONS =
            TABLE.add(Field.required("partitionsPerTopic", COUNT, "partitions of each topic")
                    .unless(
                            "partitionsPerTopicList",
                            "existingTopicList",
                            "existingProduceTopicList",
                            "existingConsumeTopicList",
                            "transactionBenchmark"));

    static {
        TopicFields.addTo(TABLE);
    }

    static final Field<KeySpec> KEYS = TABLE.add(Field.free(
            "keys",
            new Type.Fields<>(KeyFields.TABLE, KeyFields::spec),
            "the keys of messages, made and drawn from the seed; none if neither this nor keyDistributor is given"));

    static final Field<String> KEY_DISTRIBUTOR = TABLE.add(Field.free(
                    "keyDistributor",
                    KeyFields.DISTRIBUTORS,
                    "OMB's spelling of keys.distributor, with 10000 keys of 10 bytes; NO_KEY if absent")
            .insteadOf(KEYS));

    static final Field<Long> MESSAGE_SIZE = TABLE.add(Field.free(
                    "messageSize",
                    new Whole(0, PayloadSpec.MOST_BYTES),
                    "size of each payload; not needed beside a payloadFile. The first 32 bytes are the message's stamp,"
                            + " whatever the payload has there; smaller ones carry it as a header")
            .in("bytes"));

    static final Field<Map<String, Double>> SIZE_DISTRIBUTION = TABLE.add(
            Field.optional(
                    "messageSizeDistribution",
                    new Type.Entries<>(Decimal.in(0, 1e9)),
                    Map.of(),
                    "sizes of payloads instead of messageSize, as a mapping of ranges to weights such as {100-200: 9, 4096-8192: 1}:"
                            + " each message has a size of a range, drawn from the seed by the weights, all sizes of a range alike"));

    static final Field<String> PAYLOAD_FILE = TABLE.add(Field.free(
            "payloadFile",
            new Text(),
            "file with the payload of every message, or directory of such files, hidden ones left out, of which each"
                    + " message carries one, drawn from the seed; 16 MiB at most; looked for beside this file, in the"
                    + " working directory, and in the folders above this file"));

    static final Field<List<String>> PAYLOAD_BASE64 = TABLE.add(Field.free(
                    "payloadBase64",
                    new Type.OneOrMore<>(new Text()),
                    "the payloads themselves, as results show what a payloadFile held")
            .insteadOf(PAYLOAD_FILE));

    static final Field<Boolean> RANDOMIZED = TABLE.add(
            Field.optional(
                    "useRandomizedPayloads",
                    new Flag(),
                    false,
                    "send payloads of a pool that the seed makes, one of them, drawn from the seed, with each message; if no"
                            + " payload is named at all, each message has random bytes of its own, which no compression makes smaller"));

    static final Field<Double> RANDOM_RATIO = TABLE.add(Field.optional(
            "randomBytesRatio",
            Decimal.in(0, 1),
            0.0,
            "first part of each pooled payload that is random; zeros follow; to be given with a pool"));

    static final Field<Long> POOL_SIZE = TABLE.add(
            Field.optional("randomizedPayloadPoolSize", COUNT_OR_NONE, 0L, "how many different payloads there are"));

    static final Field<Long> SUBSCRIPTIONS = TABLE.add(
            Field.optional("subscriptionsPerTopic", COUNT_OR_NONE, 0L, "consumer groups per topic; 0: produce only"));

    static final Field<Long> CONSUMERS =
            TABLE.add(Field.optional("consumerPerSubscription", COUNT_OR_NONE, 0L, "consumers in each group"));

    static final Field<Duration> PROCESSING = TABLE.add(Field.optional(
            "consumerProcessingTime",
            new Time(Duration.ofMinutes(5)),
            Duration.ZERO,
            "how long each consumer is busy with each message before it polls again, without using the CPU for it: at most"
                    + " consumers / consumerProcessingTime messages per second and subscription. Of Kafka's consumer, a poll"
                    + " with all its messages (max.poll.records) must not take longer than max.poll.interval.ms"));

    static final Field<Long> PRODUCERS = TABLE.add(Field.required(
                    "producersPerTopic",
                    COUNT_OR_NONE,
                    "producer clients per topic; 0: consume only, from topics that exist")
            .unless("producersPerTopicList", "existingConsumeTopicList", "transactionBenchmark"));

    static final Field<Double> PRODUCER_RATE = TABLE.add(Field.required(
                    "producerRate",
                    new ScalarType.Rate(Decimal.in(0, 1e9)),
                    "rate of all producers together; max: as fast as each can; 0: search for the highest")
            .unless("producerRateList", "search", "transactionBenchmark", "mode", "existingConsumeTopicList")
            .in("messages/s"));

    static {
        TABLE.add(RateFields.RATES);
    }

    static final Field<Double> WARMUP_RATE = TABLE.add(Field.optional(
                    "warmupProducerRate",
                    new ScalarType.Rate(Decimal.rateOrMinusOne()),
                    -1.0,
                    "rate during the warm-up; -1: the producerRate, or the first of a producerRateList")
            .in("messages/s"));

    static final Field<Duration> WARMUP = TABLE.add(Field.optional(
            "warmupDuration",
            Time.SPAN,
            Duration.ofMinutes(1),
            "how long the load runs before anything counts; two of OMB's lines take 30m if it is absent"));

    static final Field<Long> WARMUP_MINUTES =
            TABLE.add(Field.free("warmupDurationMinutes", MINUTES, "OMB's spelling of warmupDuration")
                    .in("minutes")
                    .insteadOf(WARMUP));

    static final Field<Duration> TEST = TABLE.add(Field.optional(
            "testDuration", Time.SPAN, Duration.ZERO, "how long is measured; 0s or absent: until stopped"));

    static final Field<Long> TEST_MINUTES =
            TABLE.add(Field.free("testDurationMinutes", MINUTES, "OMB's spelling of testDuration")
                    .in("minutes")
                    .insteadOf(TEST));

    static final Field<Long> SAMPLE_RATE =
            TABLE.add(Field.optional("sampleRateMillis", INTERVAL, 10_000L, "length of a reporting interval")
                    .in("ms"));

    static final Field<Long> LOG_INTERVAL =
            TABLE.add(Field.free("logIntervalMillis", INTERVAL, "AutoMQ's spelling of sampleRateMillis")
                    .in("ms")
                    .insteadOf(SAMPLE_RATE));

    static {
        LoadFields.addTo(TABLE);
        PhaseFields.addTo(TABLE);
        GoalFields.addTo(TABLE);
        TABLE.add(TransactionFields.TRANSACTIONS);
        TABLE.add(PipelineFields.PIPELINE);
        TABLE.add(PipelineFields.WORKER_LOSS);
        TransactionLoopFields.addTo(TABLE);
    }

    static final Field<Boolean> AUDIT = TABLE.add(Field.optional(
            "audit",
            new Flag(),
            true,
            "whether every message is followed, to find those lost, duplicated or reordered"));

    static final Field<Hooks> HOOKS = TABLE.add(Field.free(
            "hooks",
            new Type.Fields<>(HookFields.TABLE, HookFields::hooks),
            "commands of the shell before and after each run, on the coordinator's host"));

    static final Field<List<MetricsEndpoint>> BROKER_METRICS = TABLE.add(MetricsFields.endpoints());

    static final Field<List<BrokerFault>> FAULTS = TABLE.add(FaultFields.faults());

    static {
        CampaignFields.addTo(TABLE);
    }

    static final Field<Long> SEED =
            TABLE.add(Field.optional("seed", Whole.ANY, 1L, "of everything random: the same seed, the same run"));

    /* Known, so that they are checked and named, but nothing acts on them yet. */
    static {
        list("subscriptionNames", new Items<>(new Text(), true), "names of the subscriptions", "they are made up");
        later("randomTopicNames", new Flag(), true, "random names for topics", "created topics always have them");
    }

    private WorkloadFields() {}

    /** How long is measured, in whichever spelling; zero: until stopped. */
    static Duration testDuration(FieldValues values) {
        return values.find(TEST_MINUTES)
                .map(Duration::ofMinutes)
                .or(() -> values.find(TEST))
                .orElse(Duration.ZERO);
    }

    /** How long the load runs before that, in whichever spelling; without producers none is needed. */
    static Duration warmupDuration(FieldValues values) {
        return values.find(WARMUP_MINUTES)
                .map(Duration::ofMinutes)
                .or(() -> values.find(WARMUP))
                .orElseGet(() -> TopicFields.isConsumeOnly(values) ? Duration.ZERO : values.get(WARMUP));
    }

    /** A field with one value that asks for nothing. */
    private static <T> void later(String name, Type<T> type, T off, String meaning, String advice) {
        TABLE.add(Field.later(name, type, List.of(off), meaning, advice));
    }

    private static <T> void list(String name, Type<List<T>> type, String meaning, String advice) {
        later(name, type, List.of(), meaning, advice);
    }
}

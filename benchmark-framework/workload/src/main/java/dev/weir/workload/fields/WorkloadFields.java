package dev.weir.workload.fields;

import dev.weir.feature.Features;
import dev.weir.workload.section.Sections;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldTable;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.ListType;
import dev.weir.workload.yaml.ScalarType.Decimal;
import dev.weir.workload.yaml.ScalarType.Flag;
import dev.weir.workload.yaml.ScalarType.Text;
import dev.weir.workload.yaml.Type;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All fields of a workload file: those of the three branches of OMB, Weir's, and those of its features, in the order in
 * which they are shown. Reading, checks, suggestions and descriptions use these rows.
 */
public final class WorkloadFields {
    /* Known, so that they are checked and named, but nothing acts on them yet. */
    private static final Field<List<String>> SUBSCRIPTION_NAMES = Field.later(
            "subscriptionNames",
            new ListType<>(new Text(), true),
            List.of(List.of()),
            "names of the subscriptions",
            "they are made up");
    private static final Field<Boolean> RANDOM_TOPIC_NAMES = Field.later(
            "randomTopicNames",
            new Flag(),
            List.of(true),
            "random names for topics",
            "created topics always have them");

    private static final String LOOP = "transactionBenchmark";

    /**
     * Fields for an installation without the features that have them: a load, which makes other fields optional, and
     * those that OMB's files have without need.
     */
    private static final List<Field<?>> OF_FEATURES = List.of(
            ofFeature(LOOP, new Text(), "a closed loop of transactions", List.of()),
            ofFeature("consumerBacklogSizeGB", Decimal.in(0, 1e6), "of a backlog", List.of(0.0)),
            ofFeature("backlogDrainRatio", Decimal.in(0, 1), "of a backlog", List.of(1.0)),
            ofFeature("backlogProducerRate", RateType.orMinusOne(), "of a backlog", List.of(-1.0)),
            ofFeature("drainProducerRate", RateType.orMinusOne(), "of a backlog", List.of(-1.0)));

    public static final FieldTable TABLE = FieldTable.of(
                    "workload file",
                    RunFields.NAME,
                    TopicFields.TOPICS,
                    TopicFields.PARTITIONS,
                    TopicFields.EXISTING,
                    TopicFields.EXISTING_PRODUCE,
                    TopicFields.EXISTING_CONSUME,
                    TopicFields.PARTITION_LIST,
                    TopicFields.PRODUCER_LIST,
                    TopicFields.WEIGHTS,
                    KeyFields.KEYS,
                    KeyFields.KEY_DISTRIBUTOR,
                    PayloadFields.MESSAGE_SIZE,
                    PayloadFields.SIZE_DISTRIBUTION,
                    PayloadFields.PAYLOAD_FILE,
                    PayloadFields.PAYLOAD_BASE64,
                    PayloadFields.RANDOMIZED,
                    PayloadFields.RANDOM_RATIO,
                    PayloadFields.POOL_SIZE,
                    HeaderFields.HEADERS,
                    HeaderFields.STAMP,
                    TopicFields.SUBSCRIPTIONS,
                    TopicFields.CONSUMERS,
                    TopicFields.PROCESSING,
                    SubscriptionFields.SUBSCRIPTIONS,
                    TopicFields.PRODUCERS,
                    RateFields.PRODUCER_RATE,
                    RateFields.RATES,
                    RateFields.WARMUP_RATE,
                    PhaseFields.WARMUP,
                    PhaseFields.WARMUP_MINUTES,
                    PhaseFields.TEST,
                    PhaseFields.TEST_MINUTES,
                    RunFields.SAMPLE_RATE,
                    RunFields.LOG_INTERVAL,
                    LoadFields.MODE,
                    LoadFields.IN_FLIGHT,
                    LoadFields.ARRIVAL,
                    LoadFields.BURST_PERIOD,
                    LoadFields.CATCH_UP,
                    LoadFields.PRECISION,
                    PhaseFields.WARMUP_UNTIL,
                    PhaseFields.WARMUP_SETTLE,
                    PhaseFields.SEPARATION_MINUTES,
                    PhaseFields.RETENTION,
                    ThresholdFields.THRESHOLDS,
                    SearchFields.SEARCH,
                    RunFields.WORKER_LOSS)
            .with(Sections.fields(true))
            .withMissing(OF_FEATURES)
            .with(List.of(RunFields.AUDIT, RunFields.HOOKS, MetricsFields.BROKER_METRICS))
            .with(Sections.fields(false))
            .with(List.of(CampaignFields.STEPS, CampaignFields.SWEEP, CampaignFields.REPEAT, CampaignFields.ORDER))
            .with(List.of(CampaignFields.DISCARD_FIRST, CampaignFields.NAME_FORMAT, RunFields.SEED))
            .with(List.of(SUBSCRIPTION_NAMES, RANDOM_TOPIC_NAMES))
            .sufficient(Stream.concat(
                            Stream.of(LOOP),
                            Sections.loads().map(each -> each.field().name()))
                    .collect(Collectors.toSet()))
            .listedIn("workloads/workload.schema.json");

    private WorkloadFields() {}

    /** Returns whether a file requests a load whose feature is not installed, so that no other field can be judged. */
    public static boolean lackFeature(FieldValues values) {
        return values.lines().containsKey(LOOP) && Sections.load(values).isEmpty();
    }

    /** Returns a field that only a feature reads, for installations without it. */
    static <T> Field<T> ofFeature(String name, Type<T> type, String meaning, List<T> off) {
        return Field.later(name, type, off, meaning, "it needs " + Features.JAR);
    }
}

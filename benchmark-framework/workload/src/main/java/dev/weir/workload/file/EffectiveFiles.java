package dev.weir.workload.file;

import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.TopicConfig;
import dev.weir.workload.Workload;
import dev.weir.workload.Workload.RunSettings;
import dev.weir.workload.Workload.TopicLayout;
import dev.weir.workload.fields.DriverFields;
import dev.weir.workload.fields.HeaderFields;
import dev.weir.workload.fields.KeyFields;
import dev.weir.workload.fields.LoadFields;
import dev.weir.workload.fields.MetricsFields;
import dev.weir.workload.fields.PayloadFields;
import dev.weir.workload.fields.PhaseFields;
import dev.weir.workload.fields.RateFields;
import dev.weir.workload.fields.RateType;
import dev.weir.workload.fields.RunFields;
import dev.weir.workload.fields.SearchFields;
import dev.weir.workload.fields.SubscriptionFields;
import dev.weir.workload.fields.ThresholdFields;
import dev.weir.workload.fields.TopicFields;
import dev.weir.workload.fields.WorkloadFields;
import dev.weir.workload.load.Load;
import dev.weir.workload.load.Load.ClosedLoop;
import dev.weir.workload.load.Rate;
import dev.weir.workload.message.MessageSpec;
import dev.weir.workload.message.PartitionWeights;
import dev.weir.workload.message.PayloadSpec;
import dev.weir.workload.text.Secrets;
import dev.weir.workload.yaml.FieldWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;

/** Effective files of a run, with all defaults. Reading one gives an equal value, except for secrets. */
public final class EffectiveFiles {
    /** Field that identifies items of a list in paths. */
    static final String ITEM_NAME = "name";

    private EffectiveFiles() {}

    /** Returns a workload in the form of its file: texts, numbers and booleans by field. */
    public static Map<String, Object> of(Workload workload) {
        var given = new FieldWriter().put(RunFields.NAME, workload.name());
        RunSettings run = workload.run();
        given.put(RunFields.SAMPLE_RATE, workload.timing().sampleInterval().toMillis());
        MessageSpec messages = workload.messages();
        if (workload.load() instanceof Load.OfFeature) {
            given.put(TopicFields.PARTITIONS, workload.topics().partitionsPerTopic())
                    .put(TopicFields.PRODUCERS, workload.topics().producersPerTopic())
                    .put(PayloadFields.MESSAGE_SIZE, messages.payload().messageSize());
            HeaderFields.put(messages.headers(), false, given);
        } else {
            putTopics(workload.topics(), given);
            putMessages(messages, given);
            SubscriptionFields.put(workload.subscriptions(), given);
            putLoad(workload.load(), given);
            PhaseFields.put(workload.phases(), given);
            RunFields.putWorkerLoss(run.continuesAfterLoss(), given);
            given.put(PhaseFields.WARMUP, workload.timing().warmup())
                    .put(PhaseFields.TEST, workload.timing().test().orElse(Duration.ZERO))
                    .put(RunFields.AUDIT, run.audited());
        }
        ThresholdFields.put(run.thresholds(), given);
        RunFields.put(run.hooks(), given);
        MetricsFields.put(run.brokerMetrics(), given);
        run.sections().put(given);
        return given.put(RunFields.SEED, run.seed()).inOrder(WorkloadFields.TABLE);
    }

    /** Returns a driver's configuration in the form of its file, with {@link Secrets#HIDDEN} for secrets. */
    public static Map<String, Object> of(DriverConfig config) {
        return driverFile(config, EffectiveFiles::withoutSecrets);
    }

    /** Returns a driver's configuration with its secrets, for use inside this process only. */
    static Map<String, Object> shown(DriverConfig config) {
        return driverFile(config, properties -> properties);
    }

    private static Map<String, Object> driverFile(DriverConfig config, UnaryOperator<Map<String, String>> properties) {
        TopicConfig topics = config.topics();
        boolean hasPrefix = !topics.namePrefix().equals(TopicConfig.DEFAULT.namePrefix());
        boolean hasLimit = !topics.creationLimit().equals(TopicConfig.DEFAULT.creationLimit());
        var given = new FieldWriter()
                .put(DriverFields.NAME, config.name())
                .put(DriverFields.DRIVER, config.driver())
                .put(DriverFields.REPLICATION, topics.replicationFactor())
                .put(DriverFields.RESET, topics.reset())
                .putIf(hasPrefix, DriverFields.PREFIX, topics.namePrefix())
                .putIf(hasLimit, DriverFields.CREATION, topics.creationLimit())
                .put(DriverFields.TOPIC, properties.apply(topics.properties()))
                .putIf(
                        !config.clusterConfig().isEmpty(),
                        DriverFields.CLUSTER,
                        properties.apply(config.clusterConfig()))
                .put(DriverFields.COMMON, properties.apply(config.clients().common()))
                .put(DriverFields.PRODUCER, properties.apply(config.clients().producer()))
                .put(DriverFields.CONSUMER, properties.apply(config.clients().consumer()));
        MetricsFields.put(config.brokerMetrics(), given);
        Map<String, Object> file = new LinkedHashMap<>(given.inOrder(DriverFields.TABLE));
        file.putAll(properties.apply(config.settings()));
        return Collections.unmodifiableMap(file);
    }

    /** Returns such a file as text, with a comment as its first line. */
    public static String yaml(Map<String, Object> file, String comment) {
        var options = new DumperOptions();
        options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
        options.setSplitLines(false);
        return "# " + comment + "\n" + new Yaml(options).dump(file);
    }

    /** Returns the fields whose values are left out because they are secrets, as {@code commonConfig.password}. */
    public static List<String> hidden(Map<String, ?> file) {
        List<String> fields = new ArrayList<>();
        file.forEach((name, value) -> {
            if (value instanceof Map<?, ?> inner) {
                inner.forEach((property, text) -> {
                    if (String.valueOf(text).contains(Secrets.HIDDEN)) {
                        fields.add(name + "." + property);
                    }
                });
            } else if (String.valueOf(value).contains(Secrets.HIDDEN)) {
                fields.add(name);
            }
        });
        return fields;
    }

    /** Returns such a file with a name for each value, as {@code subscriptions.tail.consumers}, in its order. */
    public static Map<String, String> flat(Map<String, ?> file) {
        Map<String, String> fields = new LinkedHashMap<>();
        file.forEach((name, value) -> flatten(name, value, fields));
        return fields;
    }

    private static void flatten(String name, Object value, Map<String, String> fields) {
        if (value instanceof Map<?, ?> inner) {
            inner.forEach((field, each) -> flatten(name + "." + field, each, fields));
        } else if (value instanceof List<?> list && isOfNamedItems(list)) {
            list.forEach(item -> flatten(name + "." + ((Map<?, ?>) item).get(ITEM_NAME), item, fields));
        } else {
            fields.put(name, text(value));
        }
    }

    private static boolean isOfNamedItems(List<?> list) {
        return !list.isEmpty()
                && list.stream().allMatch(item -> item instanceof Map<?, ?> map && map.containsKey(ITEM_NAME));
    }

    private static String text(Object value) {
        return value instanceof List<?> list
                ? list.stream().map(EffectiveFiles::text).collect(Collectors.joining(", "))
                : String.valueOf(value);
    }

    private static void putLoad(Load load, FieldWriter given) {
        LoadFields.put(load.shape(), given);
        if (load.rate() instanceof Rate.Search search) {
            SearchFields.put(search.spec(), given);
        } else if (!(load instanceof ClosedLoop)) {
            RateFields.put(load.rate(), given);
            given.put(RateFields.WARMUP_RATE, RateType.written(load.warmupRate().atBegin()));
        }
    }

    private static void putTopics(TopicLayout topics, FieldWriter given) {
        if (topics.exist()) {
            given.put(TopicFields.EXISTING, topics.existing());
        } else {
            boolean alike = topics.partitionList().isEmpty();
            given.put(TopicFields.TOPICS, topics.count())
                    .putIf(alike, TopicFields.PARTITIONS, topics.partitionsPerTopic())
                    .putIf(!alike, TopicFields.PARTITION_LIST, topics.partitionList());
        }
        boolean alike = topics.producerList().isEmpty();
        given.putIf(alike, TopicFields.PRODUCERS, topics.producersPerTopic())
                .putIf(!alike, TopicFields.PRODUCER_LIST, topics.producerList());
    }

    private static void putMessages(MessageSpec messages, FieldWriter given) {
        KeyFields.put(messages.keys(), given);
        putPayload(messages.payload(), given);
        HeaderFields.put(messages.headers(), messages.payload().stampInHeader(), given);
        PartitionWeights weights = messages.partitionWeights();
        given.putIf(!weights.isNone(), TopicFields.WEIGHTS, TopicFields.of(weights));
    }

    private static void putPayload(PayloadSpec payload, FieldWriter given) {
        List<String> contents = payload.contentsBase64();
        boolean sized = payload.sizes().isNone();
        boolean made = !payload.fresh() && contents.isEmpty();
        given.putIf(sized, PayloadFields.MESSAGE_SIZE, payload.messageSize())
                .putIf(!sized, PayloadFields.SIZE_DISTRIBUTION, PayloadFields.of(payload.sizes()))
                .putIf(payload.fresh() || made, PayloadFields.RANDOMIZED, made)
                .putIf(made, PayloadFields.RANDOM_RATIO, payload.randomBytesRatio())
                .putIf(made, PayloadFields.POOL_SIZE, payload.poolSize())
                .putIf(
                        !payload.fresh() && !made,
                        PayloadFields.PAYLOAD_BASE64,
                        contents.size() == 1 ? contents.get(0) : contents);
    }

    private static Map<String, String> withoutSecrets(Map<String, String> properties) {
        Map<String, String> shown = new TreeMap<>(properties);
        shown.replaceAll(Secrets::withoutSecret);
        return Collections.unmodifiableMap(shown);
    }
}

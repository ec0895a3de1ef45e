package dev.weir.workload.fields;

import dev.weir.driver.config.TopicConfig;
import dev.weir.feature.Features;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldTable;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.PropertiesType;
import dev.weir.workload.yaml.PropertiesType.PropertiesText;
import dev.weir.workload.yaml.ScalarType;
import dev.weir.workload.yaml.ScalarType.Flag;
import dev.weir.workload.yaml.ScalarType.Text;
import dev.weir.workload.yaml.ScalarType.Time;
import dev.weir.workload.yaml.ScalarType.Whole;
import dev.weir.workload.yaml.Type;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Fields that each driver file may contain; a driver adds its own settings. One row each, as {@link WorkloadFields}.
 */
public final class DriverFields {
    public static final Field<String> NAME =
            Field.free("name", new Text(), "label in the result and its file name; the file's base name if absent");

    public static final Field<String> DRIVER =
            Field.required("driver", new Text(), "the driver, by its name or by OMB's class name");

    public static final Field<String> DRIVER_CLASS = Field.free(
                    "driverClass", new Text(), "OMB's spelling of driver; no class is loaded by it")
            .insteadOf(DRIVER);

    public static final Field<Long> REPLICATION = Field.optional(
            "replicationFactor",
            new Replication(),
            (long) TopicConfig.DEFAULT.replicationFactor(),
            "replicas of each created topic; -1: as many as the brokers' default says");

    public static final Field<String> PREFIX = Field.optional(
            "namePrefix",
            new Prefix(),
            TopicConfig.DEFAULT.namePrefix(),
            "begins the names of topics, consumer groups, transactional ids and clients");

    public static final Field<Duration> CREATION = Field.optional(
            "topicCreationTimeout",
            new Time(Duration.ofSeconds(1), Duration.ofHours(24)),
            TopicConfig.DEFAULT.creationLimit(),
            "how long the topics of a run may take to be created, and to be deleted");

    public static final Field<Boolean> RESET = Field.optional(
            "reset",
            new Flag(),
            TopicConfig.DEFAULT.reset(),
            "before the first run, delete topics of earlier runs that are known to have ended");

    public static final Field<PropertiesText> TOPIC = properties("topicConfig", "properties of created topics");
    public static final Field<PropertiesText> CLUSTER =
            properties("clusterConfig", "settings of the whole cluster during each run; put back after it");
    public static final Field<PropertiesText> COMMON =
            properties("commonConfig", "client properties of producers, consumers and the administration");
    public static final Field<PropertiesText> PRODUCER = properties("producerConfig", "client properties of producers");
    public static final Field<PropertiesText> CONSUMER = properties("consumerConfig", "client properties of consumers");

    public static final List<Field<PropertiesText>> PROPERTIES = List.of(TOPIC, CLUSTER, COMMON, PRODUCER, CONSUMER);

    /** Fields that a run can change, besides {@link MetricsFields#BROKER_METRICS}, which is last in the table. */
    public static final List<Field<?>> CHANGEABLE = Stream.concat(
                    Stream.<Field<?>>of(REPLICATION, RESET, PREFIX, CREATION), PROPERTIES.stream())
            .toList();

    /** Fields that belong to the load, but are in driver files, as in OMB's. */
    public static final List<DriverSection> SECTIONS = Features.in(DriverSection.class);

    public static final FieldTable TABLE = FieldTable.of("driver file", NAME, DRIVER, DRIVER_CLASS)
            .with(CHANGEABLE)
            .with(SECTIONS.stream().map(DriverSection::field).toList())
            .withMissing(List.of(WorkloadFields.ofFeature(
                    "requestsPerTransaction", new Whole(0, Integer.MAX_VALUE), "of transactions", List.of(0L))))
            .with(List.of(MetricsFields.BROKER_METRICS))
            .listedIn("workloads/driver.schema.json");

    private DriverFields() {}

    /** Reports a time for the creation of topics in which no cluster answers. */
    public static void check(FieldValues values) {
        values.find(CREATION)
                .filter(Duration::isZero)
                .ifPresent(limit -> values.error(CREATION, "must be at least 1s, got 0s"));
    }

    /** A number of replicas, or -1. */
    private record Replication() implements ScalarType.Numeric<Long> {
        private static final Whole NUMBER = new Whole(TopicConfig.OF_THE_BROKERS, Short.MAX_VALUE);

        @Override
        public Optional<Long> parse(String text) {
            return NUMBER.parse(text).filter(number -> number != 0);
        }

        @Override
        public String allowed() {
            return "a whole number in [1, " + Short.MAX_VALUE + "], or -1 for the brokers' default";
        }

        @Override
        public Map<String, Object> schema() {
            return NUMBER.schema();
        }
    }

    /** A prefix with which names of topics stay valid and short enough. */
    private record Prefix() implements ScalarType<String> {
        private static final Pattern FORM = Pattern.compile("[a-zA-Z0-9._-]{1,200}");

        @Override
        public Optional<String> parse(String text) {
            return FORM.matcher(text).matches() ? Optional.of(text) : Optional.empty();
        }

        @Override
        public String allowed() {
            return "1 to 200 letters, digits, dots, underscores and hyphens";
        }

        @Override
        public Map<String, Object> schema() {
            return Type.ordered("type", "string", "pattern", "^" + FORM + "$");
        }
    }

    private static Field<PropertiesText> properties(String name, String meaning) {
        return Field.optional(name, new PropertiesType(), PropertiesText.NONE, meaning);
    }
}

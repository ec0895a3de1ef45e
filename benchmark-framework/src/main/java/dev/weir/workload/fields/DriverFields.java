package dev.weir.workload.fields;

import dev.weir.workload.DriverTransactions;
import dev.weir.workload.load.TransactionSpec;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldTable;
import dev.weir.workload.yaml.PropertiesText;
import dev.weir.workload.yaml.PropertiesType;
import dev.weir.workload.yaml.ScalarType.Flag;
import dev.weir.workload.yaml.ScalarType.Text;
import dev.weir.workload.yaml.ScalarType.Whole;

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

    public static final Field<Long> REPLICATION =
            Field.optional("replicationFactor", new Whole(1, Short.MAX_VALUE), 1L, "replicas of each created topic");

    public static final Field<Boolean> RESET = Field.optional(
            "reset",
            new Flag(),
            false,
            "before the first run, delete topics of earlier runs that are known to have ended");

    public static final Field<PropertiesText> TOPIC = properties("topicConfig", "properties of created topics");
    public static final Field<PropertiesText> CLUSTER =
            properties("clusterConfig", "settings of the whole cluster during each run; put back after it");
    public static final Field<PropertiesText> COMMON =
            properties("commonConfig", "client properties of producers, consumers and the administration");
    public static final Field<PropertiesText> PRODUCER = properties("producerConfig", "client properties of producers");
    public static final Field<PropertiesText> CONSUMER = properties("consumerConfig", "client properties of consumers");

    /** Belongs to the load: see {@link DriverTransactions}. */
    public static final Field<Long> REQUESTS = Field.optional(
                    DriverTransactions.FIELD,
                    new Whole(0, TransactionSpec.MOST_MESSAGES),
                    0L,
                    "messages of each transaction of a load, like transactions.messages of a workload; 0: none")
            .in("messages");

    public static final FieldTable TABLE = FieldTable.of(
                    "driver file",
                    NAME,
                    DRIVER,
                    DRIVER_CLASS,
                    REPLICATION,
                    RESET,
                    TOPIC,
                    CLUSTER,
                    COMMON,
                    PRODUCER,
                    CONSUMER,
                    REQUESTS,
                    MetricsFields.BROKER_METRICS)
            .listedIn("workloads/driver.schema.json");

    private DriverFields() {}

    private static Field<PropertiesText> properties(String name, String meaning) {
        return Field.optional(name, new PropertiesType(), PropertiesText.NONE, meaning);
    }
}

package dev.weir.workload;

import dev.weir.workload.ScalarType.Flag;
import dev.weir.workload.ScalarType.Text;
import dev.weir.workload.ScalarType.Whole;

/** The fields that every driver file may hold; a driver adds its own settings. One row each, as {@link WorkloadFields}. */
final class DriverFields {
    static final Field<String> NAME =
            Field.free("name", new Text(), "label in the result and its file name; the file's base name if absent");

    static final Field<String> DRIVER =
            Field.required("driver", new Text(), "the driver, by its name or by OMB's class name");

    static final Field<String> DRIVER_CLASS = Field.free(
                    "driverClass", new Text(), "OMB's spelling of driver; no class is loaded by it")
            .insteadOf(DRIVER);

    static final Field<Long> REPLICATION =
            Field.optional("replicationFactor", new Whole(1, Short.MAX_VALUE), 1L, "replicas of each created topic");

    static final Field<Boolean> RESET =
            Field.optional("reset", new Flag(), false, "delete topics that earlier runs of this tool left behind");

    static final Field<PropertiesText> TOPIC = properties("topicConfig", "properties of created topics");
    static final Field<PropertiesText> CLUSTER =
            properties("clusterConfig", "settings of the whole cluster during each run; put back after it");
    static final Field<PropertiesText> COMMON =
            properties("commonConfig", "client properties of producers, consumers and the administration");
    static final Field<PropertiesText> PRODUCER = properties("producerConfig", "client properties of producers");
    static final Field<PropertiesText> CONSUMER = properties("consumerConfig", "client properties of consumers");

    /** A matter of the load: see {@link DriverTransactions}. */
    static final Field<Long> REQUESTS = Field.optional(
                    DriverTransactions.FIELD,
                    new Whole(0, TransactionSpec.MOST_MESSAGES),
                    0L,
                    "messages of each transaction of a load, as transactions.messages of a workload says it; 0: none")
            .in("messages");

    static final FieldTable TABLE = FieldTable.of(
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

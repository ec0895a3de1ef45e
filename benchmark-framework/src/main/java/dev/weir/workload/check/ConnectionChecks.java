package dev.weir.workload.check;

import dev.weir.workload.fields.ConnectionFields;
import dev.weir.workload.fields.PipelineFields;
import dev.weir.workload.fields.TopicFields;
import dev.weir.workload.fields.TransactionFields;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldValues;
import java.util.Collections;
import java.util.List;

/** Checks that connections of producers' own have something to carry, and reach every partition. */
final class ConnectionChecks {
    private ConnectionChecks() {}

    static void check(FieldValues values) {
        if (!values.given(ConnectionFields.CONNECTIONS)) {
            if (values.given(ConnectionFields.RATE)) {
                values.error(ConnectionFields.RATE, "needs connectionsPerProducer; add it, or remove this");
            }
            return;
        }
        if (!values.sound(ConnectionFields.CONNECTIONS)) {
            return;
        }
        if (TopicFields.isConsumeOnly(values)) {
            values.error(ConnectionFields.CONNECTIONS, "needs producers, got none; remove it");
        }
        for (Field<?> other : List.of(TransactionFields.TRANSACTIONS, PipelineFields.PIPELINE)) {
            if (values.given(other)) {
                values.error(
                        ConnectionFields.CONNECTIONS,
                        "cannot stand beside " + other.name() + ", whose producers have one connection to each broker;"
                                + " remove one of the two");
            }
        }
        long connections = values.get(ConnectionFields.CONNECTIONS);
        long partitions = values.hasEntries(TopicFields.PARTITION_LIST)
                ? Collections.max(values.get(TopicFields.PARTITION_LIST))
                : values.find(TopicFields.PARTITIONS).orElse(0L);
        if (connections < partitions) {
            values.error(
                    ConnectionFields.CONNECTIONS,
                    "must be at least the number of partitions of a topic, " + partitions + ", got " + connections
                            + ": each connection serves one partition");
        }
        WorkloadChecks.checkProduct(
                values,
                ConnectionFields.CONNECTIONS,
                "connections",
                TopicFields.TOPICS,
                TopicFields.PRODUCERS,
                ConnectionFields.CONNECTIONS);
    }
}

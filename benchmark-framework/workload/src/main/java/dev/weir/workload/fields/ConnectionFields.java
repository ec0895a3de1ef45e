package dev.weir.workload.fields;

import dev.weir.driver.client.Connections;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.FieldWriter;
import dev.weir.workload.yaml.ScalarType.Decimal;
import dev.weir.workload.yaml.ScalarType.Whole;

/** The fields of connections that producers keep of their own. One row each, as {@link WorkloadFields}. */
public final class ConnectionFields {
    public static final Field<Long> CONNECTIONS = Field.free(
            "connectionsPerProducer",
            new Whole(1, 1_000_000),
            "connections to the system that each producer keeps, at least as many as a topic has partitions. Each has"
                    + " its own client id and, where the producer is idempotent, its own producer id; messages go over"
                    + " them in turn. Only for Kafka and Redpanda with client: wire. As the client makes them if absent");

    public static final Field<Double> RATE = Field.free(
                    "connectionRate",
                    new RateType(Decimal.RATE),
                    "how many connections all producers together make per second when they are opened; max, or absent:"
                            + " all at once. Only with connectionsPerProducer")
            .in("connections/s");

    private ConnectionFields() {}

    public static Connections of(FieldValues values) {
        return values.find(CONNECTIONS)
                .map(count -> new Connections(
                        Math.toIntExact(count), values.find(RATE).orElse(Connections.OF_CLIENT.perSecond())))
                .orElse(Connections.OF_CLIENT);
    }

    /** Connections in the words of a file. */
    public static void put(Connections connections, FieldWriter given) {
        given.putIf(connections.areWanted(), CONNECTIONS, connections.perProducer())
                .putIf(connections.areWanted(), RATE, RateType.written(connections.perSecond()));
    }

    /** Reports connections of producers' own beside a field whose producers have none. */
    public static void refuseBeside(Field<?> other, FieldValues values) {
        if (values.given(CONNECTIONS) && values.given(other)) {
            values.error(
                    CONNECTIONS,
                    "cannot stand beside " + other.name() + ", whose producers have one connection to each broker;"
                            + " remove one of the two");
        }
    }
}

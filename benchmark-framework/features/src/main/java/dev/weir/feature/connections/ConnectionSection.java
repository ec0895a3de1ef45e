package dev.weir.feature.connections;

import dev.weir.driver.Capability;
import dev.weir.driver.client.Connections;
import dev.weir.workload.fields.RateType;
import dev.weir.workload.fields.TopicFields;
import dev.weir.workload.fields.WorkloadChecks;
import dev.weir.workload.section.Section;
import dev.weir.workload.section.Sections;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.FieldWriter;
import dev.weir.workload.yaml.ScalarType.Decimal;
import dev.weir.workload.yaml.ScalarType.Whole;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The fields {@code connectionsPerProducer} and {@code connectionRate}: connections that producers keep of their own. */
public record ConnectionSection() implements Section<Connections> {
    private static final Field<Long> CONNECTIONS = Field.free(
            "connectionsPerProducer",
            new Whole(1, 1_000_000),
            "connections to the system that each producer keeps, at least as many as a topic has partitions. Each has"
                    + " its own client id and, where the producer is idempotent, its own producer id; messages go over"
                    + " them in turn. Only for Kafka and Redpanda with client: wire. As the client makes them if absent");

    private static final Field<Double> RATE = Field.free(
                    "connectionRate",
                    new RateType(Decimal.RATE),
                    "how many connections all producers together make per second when they are opened; max, or absent:"
                            + " all at once. Only with connectionsPerProducer")
            .in("connections/s");

    @Override
    public Field<Long> field() {
        return CONNECTIONS;
    }

    @Override
    public List<Field<?>> otherFields() {
        return List.of(RATE);
    }

    @Override
    public boolean isOfLoad() {
        return true;
    }

    @Override
    public Optional<Connections> in(FieldValues values) {
        return values.find(CONNECTIONS)
                .map(count -> new Connections(
                        Math.toIntExact(count), values.find(RATE).orElse(Connections.OF_CLIENT.perSecond())));
    }

    @Override
    public void put(Connections connections, FieldWriter given) {
        given.put(CONNECTIONS, connections.perProducer()).put(RATE, RateType.written(connections.perSecond()));
    }

    @Override
    public Connections connections(Connections connections) {
        return connections;
    }

    @Override
    public void check(FieldValues values) {
        if (values.given(RATE) && !values.given(CONNECTIONS)) {
            values.error(RATE, "needs connectionsPerProducer; add it, or remove this");
        }
        Section.super.check(values);
    }

    /** Checks that the connections have something to carry, and reach every partition. */
    @Override
    public void check(Connections connections, FieldValues values) {
        if (TopicFields.isConsumeOnly(values)) {
            values.error(CONNECTIONS, "needs producers, got none; remove it");
        }
        for (Sections.Given<?> each : Sections.of(values).given()) {
            if (each.property(Section::commits)) {
                values.error(
                        CONNECTIONS,
                        "cannot stand beside " + each.section().field().name()
                                + ", whose producers have one connection to each broker; remove one of the two");
            }
        }
        long partitions = values.hasEntries(TopicFields.PARTITION_LIST)
                ? Collections.max(values.get(TopicFields.PARTITION_LIST))
                : values.find(TopicFields.PARTITIONS).orElse(0L);
        if (connections.perProducer() < partitions) {
            values.error(
                    CONNECTIONS,
                    "must be at least the number of partitions of a topic, " + partitions + ", got "
                            + connections.perProducer() + ": each connection serves one partition");
        }
        WorkloadChecks.checkProduct(values, "connections", TopicFields.TOPICS, TopicFields.PRODUCERS, CONNECTIONS);
    }

    @Override
    public void check(
            Connections connections, ChosenSystem system, Consumer<String> errors, Consumer<String> warnings) {
        if (!system.can(Capability.OWN_CONNECTIONS)) {
            errors.accept("cannot be used with " + system.config().name() + " (driver "
                    + system.factory().name()
                    + "): it needs the driver kafka or redpanda with client: wire; choose these, or remove it");
        }
    }
}

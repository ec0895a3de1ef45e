package dev.weir.feature.connections;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.coordinator.request.RunFailedException;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.driver.Capability;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.client.Connections;
import dev.weir.feature.Feature;
import dev.weir.feature.connections.ProducerConnections.ConnectionCounts.ConnectionNotes;
import dev.weir.plan.Assignment;
import dev.weir.plan.ProducerRole;
import dev.weir.report.Figures;
import dev.weir.report.PartView;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.section.LoadSections;
import dev.weir.report.html.section.PartSection;
import dev.weir.report.html.tag.Tag;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.document.ResultPart;
import dev.weir.result.document.RunDetails;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.WireRecord;
import dev.weir.worker.client.SenderPart;
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
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Connections that producers keep of their own: the fields {@code connectionsPerProducer} and {@code connectionRate},
 * the part {@code connections} of a result, and how it is shown.
 */
public record ProducerConnections() implements Feature, Section<Connections>, PartView, PartSection {
    public static final ResultPart<ConnectionCounts> PART = new ResultPart<>("connections", new TypeReference<>() {});

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
    public List<?> seats() {
        return List.of(
                this,
                PART,
                new WireRecord(ConnectionNotes.class),
                (SenderPart.Maker) ConnectionRecorder::of,
                (RunObserver.Maker) (request, clock) -> request.workload().run().sections().find(this).stream()
                        .<RunObserver>map(ConnectionTotals::new)
                        .toList());
    }

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

    @Override
    public List<List<String>> words() {
        return List.of(
                List.of("connectionTcp", "from the connect call of a connection until TCP had connected"),
                List.of("connectionTls", "the TLS handshake of a connection"),
                List.of("connectionSasl", "the SASL authentication of a connection"),
                List.of(
                        "connectionFirstMessage",
                        "from when the first message on a connection was sent to its acknowledgement"));
    }

    @Override
    public List<String> table(RunDetails details) {
        return PART.in(details).map(ProducerConnections::lines).orElse(List.of());
    }

    private static List<String> lines(ConnectionCounts counts) {
        return List.of(
                "connections  " + Figures.count(counts.asked()) + " asked, " + Figures.count(counts.made()) + " made, "
                        + Figures.count(counts.failed()) + " failed, " + Figures.count(counts.lost()) + " lost",
                "             " + Figures.count(counts.openAtStart()) + " open when the measurement began");
    }

    @Override
    public List<Tag> tags(ShownRun run) {
        List<Tag> tags = new ArrayList<>();
        LoadSections.add(
                "Connections", LoadSections.figures(PART.in(run.result().weir())), tags);
        return tags;
    }

    static final class ConnectionTotals implements RunObserver {
        private final Connections wanted;
        private ConnectionCounts counts = ConnectionCounts.NONE;
        private boolean hasMeasured;

        ConnectionTotals(Connections wanted) {
            this.wanted = wanted;
        }

        /** Checks the partitions of existing topics, which no file names. */
        @Override
        public void prepare(Admin admin, List<Assignment> assignments, ProgressListener progress) {
            for (Assignment assignment : assignments) {
                for (ProducerRole role : assignment.clients().producers()) {
                    if (wanted.perProducer() < role.partitions()) {
                        throw new RunFailedException(
                                "connectionsPerProducer must be at least the number of partitions of a topic: "
                                        + role.topic() + " has " + role.partitions() + ", got " + wanted.perProducer()
                                        + "; use more connections");
                    }
                }
            }
        }

        @Override
        public void tick(Tick tick) {
            hasMeasured |= tick.interval().phase().isMeasured();
        }

        @Override
        public void message(WorkerLink worker, Message message) {
            if (message instanceof ConnectionNotes notes) {
                counts = counts.plus(notes.counts());
            }
        }

        @Override
        public List<Finding> findings() {
            List<Finding> findings = new ArrayList<>();
            FindingCode code = FindingCode.CONNECTIONS_MISSING;
            long missing = counts.asked() - counts.openAtStart();
            if (missing > 0 && hasMeasured) {
                String text = "%,d of %,d connections were not open when the measurement began";
                findings.add(Finding.of(code, missing, text, missing, counts.asked()));
            }
            long broken = counts.failed() + counts.lost();
            if (broken > 0) {
                String text = "%,d attempts to connect failed, and %,d connections were lost";
                findings.add(Finding.of(code, broken, text, counts.failed(), counts.lost()));
            }
            return findings;
        }

        @Override
        public Map<String, ?> parts(EndedRun run) {
            return counts.equals(ConnectionCounts.NONE) ? Map.of() : Map.of(PART.name(), counts);
        }
    }

    /**
     * Counts of the connections of one producer, or of all producers, over the whole run.
     *
     * @param asked number that the workload asks for
     * @param made how often a connection was made, including again after a loss
     * @param failed attempts that failed
     * @param lost made connections that ended before the producer was closed, also because the leader of their partition moved
     * @param openAtStart how many were open when the measurement began
     */
    public record ConnectionCounts(long asked, long made, long failed, long lost, long openAtStart) {
        static final ConnectionCounts NONE = new ConnectionCounts(0, 0, 0, 0, 0);

        ConnectionCounts plus(ConnectionCounts other) {
            return new ConnectionCounts(
                    asked + other.asked,
                    made + other.made,
                    failed + other.failed,
                    lost + other.lost,
                    openAtStart + other.openAtStart);
        }

        /** Worker: what happened to the connections of all its producers since its previous message. */
        record ConnectionNotes(ConnectionCounts counts) implements Message.OfFeature {
            ConnectionNotes plus(ConnectionNotes other) {
                return new ConnectionNotes(counts.plus(other.counts));
            }
        }
    }
}

package dev.weir.feature.connections;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.coordinator.request.RunFailedException;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.client.Connections;
import dev.weir.feature.Feature;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Connections that producers keep of their own, the part {@code connections} of a result, and how it is shown. */
public final class ProducerConnections implements Feature, PartView, PartSection {
    public static final ConnectionSection SECTION = new ConnectionSection();
    public static final ResultPart<ConnectionCounts> PART = new ResultPart<>("connections", new TypeReference<>() {});

    @Override
    public List<?> seats() {
        return List.of(
                this,
                SECTION,
                PART,
                new WireRecord(ConnectionCounts.ConnectionNotes.class),
                (SenderPart.Maker) ConnectionRecorder::of,
                (RunObserver.Maker) (request, clock) -> request.workload().run().sections().find(SECTION).stream()
                        .<RunObserver>map(ConnectionTotals::new)
                        .toList());
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

        @Override
        public void prepare(Admin admin, List<Assignment> assignments, ProgressListener progress) {
            check(assignments);
        }

        /** Checks the partitions of existing topics, which no file names. */
        void check(List<Assignment> assignments) {
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
            if (message instanceof ConnectionCounts.ConnectionNotes notes) {
                counts = counts.plus(notes.counts());
            }
        }

        @Override
        public List<Finding> findings() {
            List<Finding> findings = new ArrayList<>();
            long missing = counts.asked() - counts.openAtStart();
            if (missing > 0 && hasMeasured) {
                findings.add(Finding.of(
                        FindingCode.CONNECTIONS_MISSING,
                        missing,
                        "%,d of %,d connections were not open when the measurement began",
                        missing,
                        counts.asked()));
            }
            if (counts.failed() + counts.lost() > 0) {
                findings.add(Finding.of(
                        FindingCode.CONNECTIONS_MISSING,
                        counts.failed() + counts.lost(),
                        "%,d attempts to connect failed, and %,d connections were lost",
                        counts.failed(),
                        counts.lost()));
            }
            return findings;
        }

        @Override
        public Map<String, ?> parts(EndedRun run) {
            return counts.equals(ConnectionCounts.NONE) ? Map.of() : Map.of(PART.name(), counts);
        }
    }
}

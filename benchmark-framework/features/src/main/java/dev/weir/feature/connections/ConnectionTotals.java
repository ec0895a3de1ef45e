package dev.weir.feature.connections;

import dev.weir.coordinator.request.ProgressListener;
import dev.weir.coordinator.request.RunFailedException;
import dev.weir.coordinator.workers.EndedRun;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.coordinator.workers.Tick;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.client.Connections;
import dev.weir.plan.Assignment;
import dev.weir.plan.ProducerRole;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.wire.message.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Adds up the connections of all producers of a run. */
final class ConnectionTotals implements RunObserver {
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
            add(notes.counts());
        }
    }

    void add(ConnectionCounts more) {
        counts = counts.plus(more);
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
        return counts.equals(ConnectionCounts.NONE) ? Map.of() : Map.of(ProducerConnections.PART.name(), counts);
    }
}

package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.audit.DeliveryAudit;
import dev.weir.audit.SequenceSet;
import dev.weir.clock.ManualClock;
import dev.weir.coordinator.phase.Preparation;
import dev.weir.coordinator.request.MeasuredSystem;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.coordinator.request.RunRequest;
import dev.weir.coordinator.request.StopRequest;
import dev.weir.coordinator.request.WorkerTarget;
import dev.weir.coordinator.workers.WorkerLinks;
import dev.weir.coordinator.workers.WorkerStandstills.Absence;
import dev.weir.coordinator.workers.Workers;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.none.NoneDriverFactory;
import dev.weir.plan.RunPlan;
import dev.weir.result.journal.Journal;
import dev.weir.result.run.RunIdentity;
import dev.weir.result.run.RunSetup;
import dev.weir.wire.WireClient;
import dev.weir.workload.Topology;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The only worker is lost; 10 messages were sent before, and 10 are sent three minutes later. */
class DeliveriesTest {
    private static final Workload WORKLOAD = Workloads.small().build();
    private static final DriverConfig NONE = DriverConfig.of("none");

    @TempDir
    Path folder;

    private final ManualClock clock = new ManualClock(0);

    /** A worker that stands still can go on at any time, and receive messages for a while. */
    @ParameterizedTest
    @CsvSource({"true, 10", "false, 20"})
    void deliveriesAreKnownAgainOnlyAfterALostWorkerHasEnded(boolean reportedEnd, long unknown) {
        try (var journal = new Journal(folder.resolve("run"), 0);
                var workers = new Workers(
                        "run",
                        List.of(),
                        clock,
                        new WireClient(clock),
                        List.of(),
                        ProgressListener.NONE,
                        change -> {})) {
            Deliveries deliveries = deliveries(workers, journal);
            DeliveryAudit audit = deliveries.audited().orElseThrow();
            audit.acknowledged(tenFrom(0));
            deliveries.lost(WorkerLinks.silent(reportedEnd));
            assertThat(deliveries.unknown()).isEqualTo(new Absence(false, true));

            clock.advance(Duration.ofMinutes(3));
            assertThat(deliveries.unknown()).isEqualTo(Absence.NONE);
            audit.acknowledged(tenFrom(5000));

            assertThat(audit.unknown(0)).isEqualTo(unknown);
            journal.end();
        }
    }

    private Deliveries deliveries(Workers workers, Journal journal) {
        var request = new RunRequest(
                new RunIdentity("run", "test", "test", 0),
                WORKLOAD,
                MeasuredSystem.of(NONE, new NoneDriverFactory()),
                List.of(new WorkerTarget("worker", new InetSocketAddress(0))),
                RunSetup.local(),
                folder.resolve("run"),
                Duration.ofSeconds(3));
        var progress = ProgressListener.NONE;
        var preparation = new Preparation(
                request,
                RunPlan.of(WORKLOAD, NONE, "run", 1, Topology.SWARM),
                workers,
                clock,
                new StopRequest(clock),
                progress,
                () -> {});
        return new RunIntervals(request, clock, workers, preparation, journal, progress, List.of(), List::of)
                .deliveries();
    }

    private static SequenceSet tenFrom(long first) {
        var set = new SequenceSet();
        for (long sequence = first; sequence < first + 10; sequence++) {
            set.add(0, sequence);
        }
        return set;
    }
}

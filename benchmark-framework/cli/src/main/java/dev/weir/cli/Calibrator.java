package dev.weir.cli;

import dev.weir.bundle.TemporaryFolder;
import dev.weir.campaign.Campaign;
import dev.weir.campaign.Campaign.CampaignOrigin;
import dev.weir.campaign.request.CampaignRun;
import dev.weir.cli.process.ExitStatus;
import dev.weir.cli.process.Interruption;
import dev.weir.clock.ClockProbe;
import dev.weir.clock.ClockProbe.ClockFigures;
import dev.weir.clock.SystemClock;
import dev.weir.coordinator.request.MeasuredSystem;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.coordinator.request.RunRequest.WorkerTarget;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.loading.Drivers;
import dev.weir.host.facts.Calibration;
import dev.weir.host.facts.CalibrationFile;
import dev.weir.host.facts.HostFacts;
import dev.weir.host.facts.ToolVersion;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.result.RunHeader.RunIdentity.CampaignPlace;
import dev.weir.result.RunResult;
import dev.weir.result.document.RunDetails.Worker;
import dev.weir.result.stored.CampaignIndex;
import dev.weir.result.value.IsoTime;
import dev.weir.worker.WorkerServer;
import dev.weir.workload.Hooks;
import dev.weir.workload.PhaseSpec;
import dev.weir.workload.Subscriptions;
import dev.weir.workload.Topology;
import dev.weir.workload.Workload;
import dev.weir.workload.Workload.RunSettings;
import dev.weir.workload.Workload.Timing;
import dev.weir.workload.Workload.TopicLayout;
import dev.weir.workload.load.Load.OpenLoop;
import dev.weir.workload.message.MessageSpec;
import dev.weir.workload.message.PayloadSpec;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/**
 * Measures Weir's capability on this host, in this process: a run at the highest rate and one at a moderate rate on the
 * driver {@code none}, with one sender and one receiver, all recorded and audited. Used once, by one thread.
 */
final class Calibrator {
    private static final String NONE = "none";
    private static final int MESSAGE_BYTES = 100;

    /**
     * Rate at which the error of the schedule is measured: messages are so close that a thread cannot park for each.
     */
    private static final double MODERATE_RATE = 50_000;

    private final Duration test;
    private final Consumer<String> progress;

    /** Creates a calibrator with this length of each measurement, and of the warm-up before it. */
    Calibrator(Duration test, Consumer<String> progress) {
        this.test = test;
        this.progress = progress;
    }

    /** Measures, which takes four times the length of a measurement, and a second. A signal makes it fail early. */
    Calibration measure(OptionalDouble kafkaMessagesPerSecond) {
        TemporaryFolder folder = TemporaryFolder.create();
        Drivers drivers = Drivers.onClassPath();
        WorkerServer worker = WorkerServer.listenInProcess(drivers, SystemClock.INSTANCE);
        Campaign campaign = campaign(drivers.find(NONE).orElseThrow(), worker.address(), folder.path());
        try (var interruption = new Interruption(campaign::interrupt)) {
            try (folder;
                    worker) {
                return measure(campaign, kafkaMessagesPerSecond);
            } finally {
                interruption.ended(ExitStatus.INTERRUPTED);
            }
        }
    }

    private static Calibration measure(Campaign campaign, OptionalDouble kafkaMessagesPerSecond) {
        ClockFigures clock = ClockProbe.measure();
        List<RunResult> runs = campaign.execute();
        if (runs.size() < 2 || runs.stream().anyMatch(RunResult::interrupted)) {
            throw new DriverException("the calibration was interrupted");
        }
        runs.stream()
                .filter(run -> !run.failure().isEmpty() || run.throughput().deliveredMessagesPerSecond() == 0)
                .findFirst()
                .ifPresent(run -> {
                    throw new DriverException("this host cannot be calibrated: the run "
                            + run.workload().name() + " failed: " + run.failure());
                });
        RunResult highest = runs.get(0);
        LatencySamples error = runs.get(1).measured().of(Latency.SEND_DELAY);
        HostFacts host = HostFacts.ofThisHost();
        return new Calibration(
                ToolVersion.text(),
                IsoTime.of(SystemClock.INSTANCE.epochNanos()),
                new Calibration.CalibratedHost(host.cpu().cores(), CalibrationFile.cpuModel(), host.java()),
                // Both threads have to keep up.
                new Calibration.MessageCost(
                        Math.min(
                                highest.throughput().achievedMessagesPerSecond(),
                                highest.throughput().deliveredMessagesPerSecond()),
                        costNanosPerMessage(highest)),
                new Calibration.ScheduleError(error.percentileNanos(50), error.percentileNanos(99)),
                new Calibration.ClockCost(
                        clock.stepNanos(),
                        clock.readingNanos(),
                        clock.park().cpuNanos(),
                        clock.park().lateP50Nanos()),
                kafkaMessagesPerSecond);
    }

    /**
     * Returns the CPU time between the first and the last snapshot per message; messages before the first one do not
     * count.
     */
    private static double costNanosPerMessage(RunResult run) {
        Worker worker = run.weir().instrument().workers().get(0);
        long before = run.intervals().get(0).counts().receipts().received();
        return worker.cpuSeconds().orElseThrow()
                * 1e9
                / (worker.counts().orElseThrow().receipts().received() - before);
    }

    private Campaign campaign(DriverFactory none, SocketAddress worker, Path folder) {
        MeasuredSystem system = MeasuredSystem.of(DriverConfig.of(NONE), none);
        Workload highest = workload("at the highest rate", Double.POSITIVE_INFINITY);
        Workload moderate = workload("at a moderate rate", MODERATE_RATE);
        return new Campaign(
                List.of(
                        new CampaignRun(
                                1, CampaignPlace.NONE, highest, Hooks.NONE, system, folder.resolve("highest.json")),
                        new CampaignRun(
                                2, CampaignPlace.NONE, moderate, Hooks.NONE, system, folder.resolve("moderate.json"))),
                List.of(new WorkerTarget("in-process", worker)),
                Topology.SWARM,
                new CampaignOrigin("calibrate", ToolVersion.text(), "", Map.of()),
                SystemClock.INSTANCE,
                List.of((run, number, count) -> {
                    progress.accept("the harness with messages that stay in memory, "
                            + run.workload().name());
                    return ProgressListener.NONE;
                }),
                CampaignIndex.none());
    }

    private Workload workload(String name, double messagesPerSecond) {
        return new Workload(
                name,
                TopicLayout.alike(1, 1, 1),
                MessageSpec.of(PayloadSpec.random(MESSAGE_BYTES)),
                Subscriptions.alike(1, 1, 0),
                OpenLoop.at(messagesPerSecond),
                // One snapshot each.
                new Timing(test, Optional.of(test), Duration.ofSeconds(1)),
                PhaseSpec.PLAIN,
                RunSettings.plain(true, 1));
    }
}

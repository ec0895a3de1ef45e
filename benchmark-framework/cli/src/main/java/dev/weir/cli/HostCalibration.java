package dev.weir.cli;

import dev.weir.bundle.TemporaryFolder;
import dev.weir.campaign.Campaign;
import dev.weir.campaign.Campaign.CampaignOrigin;
import dev.weir.campaign.request.CampaignRun;
import dev.weir.cli.process.ExitStatus;
import dev.weir.cli.process.Interruption;
import dev.weir.cli.run.DriverChoice;
import dev.weir.clock.ClockFigures;
import dev.weir.clock.ClockProbe;
import dev.weir.clock.SystemClock;
import dev.weir.coordinator.request.MeasuredSystem;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.coordinator.request.WorkerTarget;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.embedded.EmbeddedCluster;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.loading.Drivers;
import dev.weir.host.facts.Calibration;
import dev.weir.host.facts.CalibrationFile;
import dev.weir.host.facts.HostFacts;
import dev.weir.host.facts.ToolVersion;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.report.Figures;
import dev.weir.result.RunResult;
import dev.weir.result.document.Worker;
import dev.weir.result.run.CampaignPlace;
import dev.weir.result.stored.CampaignIndex;
import dev.weir.result.value.IsoTime;
import dev.weir.worker.WorkerServer;
import dev.weir.workload.Hooks;
import dev.weir.workload.PhaseSpec;
import dev.weir.workload.RunSettings;
import dev.weir.workload.Subscriptions;
import dev.weir.workload.Timing;
import dev.weir.workload.TopicLayout;
import dev.weir.workload.Topology;
import dev.weir.workload.Workload;
import dev.weir.workload.load.Load.OpenLoop;
import dev.weir.workload.message.MessageSpec;
import dev.weir.workload.message.PayloadSpec;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Measures Weir's capability on this host, for {@code bin/benchmark doctor --calibrate}, and stores it for the results of
 * later runs. In this process, the driver {@code none} makes a run at the highest rate and one at a moderate rate, with one
 * sender and one receiver, all recorded and audited. Used once, by one thread.
 */
final class HostCalibration {
    private static final String NONE = "none";
    private static final int MESSAGE_BYTES = 100;
    private static final int MAX_SECONDS = 600;

    /**
     * Rate at which the error of the schedule is measured: messages are so close that a thread cannot park for each.
     */
    private static final double MODERATE_RATE = 50_000;

    @Option(
            names = "--calibrate",
            required = true,
            description = "Also measure the highest rate and the cost of Weir itself on this host")
    private boolean isWanted;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Write the figures to this file too, as JSON")
    private @Nullable Path output;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            defaultValue = "10",
            description = "Length of each measurement, 1 to 600. All of them take about six times as long (default: "
                    + "${DEFAULT-VALUE})")
    private int seconds = 10;

    @Option(
            names = "--no-kafka",
            description = "Do not measure the limit of the bare Kafka client, for which a Kafka has to be started")
    private boolean withoutKafka;

    private OptionalDouble kafkaMessagesPerSecond = OptionalDouble.empty();

    boolean isWanted() {
        return isWanted;
    }

    void check(Problems problems) {
        if (seconds < 1 || seconds > MAX_SECONDS) {
            problems.error("--seconds", "must be in [1, " + MAX_SECONDS + "], got " + seconds);
        }
    }

    /** Measures the limit of the bare Kafka client, unless an option leaves that out. */
    void measureKafka(PrintWriter out) {
        if (withoutKafka) {
            return;
        }
        say(out, "the bare Kafka client, on a Kafka that is started on this host");
        try (EmbeddedCluster cluster = DriverChoice.start(1)) {
            kafkaMessagesPerSecond =
                    OptionalDouble.of(cluster.bareClientMessagesPerSecond(MESSAGE_BYTES, Duration.ofSeconds(seconds)));
        }
    }

    /** Measures, which takes four times the length of a measurement, and a second. A signal makes it fail early. */
    Calibration measure(PrintWriter out) {
        TemporaryFolder folder = TemporaryFolder.create();
        Drivers drivers = Drivers.onClassPath();
        WorkerServer worker = WorkerServer.listenInProcess(drivers, SystemClock.INSTANCE);
        Campaign campaign = campaign(drivers.find(NONE).orElseThrow(), worker.address(), folder.path(), out);
        try (var interruption = new Interruption(campaign::interrupt)) {
            try (folder;
                    worker) {
                return measured(campaign);
            } finally {
                interruption.ended(ExitStatus.INTERRUPTED);
            }
        }
    }

    private Calibration measured(Campaign campaign) {
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

    private Campaign campaign(DriverFactory none, SocketAddress worker, Path folder, PrintWriter out) {
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
                (run, number, count) -> {
                    say(
                            out,
                            "the harness with messages that stay in memory, "
                                    + run.workload().name());
                    return ProgressListener.NONE;
                },
                CampaignIndex.none());
    }

    private Workload workload(String name, double messagesPerSecond) {
        Duration test = Duration.ofSeconds(seconds);
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

    void store(Calibration calibration, Path place, PrintWriter out) {
        write(calibration, place);
        if (output != null) {
            write(calibration, output);
        }
        show(calibration, place, out);
    }

    private void show(Calibration found, Path place, PrintWriter out) {
        out.println();
        row(out, "ceiling", Figures.rate(found.messages().ceilingMessagesPerSecond()) + " msg/s");
        row(out, "cost of a message", nanos(found.messages().costNanosPerMessage()) + " of CPU");
        row(
                out,
                "schedule error at 50,000 msg/s",
                "p50 " + micros(found.schedule().scheduleErrorP50Nanos()) + "  p99 "
                        + micros(found.schedule().scheduleErrorP99Nanos()));
        Calibration.ClockCost clock = found.clock();
        row(
                out,
                "clock",
                nanos(clock.clockReadNanos()) + " a reading, in steps of "
                        + nanos((double) clock.clockResolutionNanos()));
        row(
                out,
                "a wake-up",
                micros(clock.wakeUpLateP50Nanos()) + " late, " + micros((long) clock.wakeUpCostNanos()) + " of CPU");
        found.kafkaMessagesPerSecond()
                .ifPresent(rate -> row(out, "the bare Kafka client, 100 B", Figures.rate(rate) + " msg/s"));
        out.printf("%nkept in   %s%n", place);
        if (output != null) {
            out.printf("written   %s%n", output);
        }
    }

    private static void row(PrintWriter out, String name, String value) {
        out.printf("%-32s%14s%n", name, value);
    }

    private static String nanos(double nanos) {
        return String.format(Locale.ROOT, "%,.0f ns", nanos);
    }

    private static String micros(long nanos) {
        return String.format(Locale.ROOT, "%,.0f us", nanos / 1e3);
    }

    private static void say(PrintWriter out, String what) {
        out.println("measuring " + what);
    }

    private static void write(Calibration calibration, Path file) {
        try {
            CalibrationFile.write(calibration, file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }
}

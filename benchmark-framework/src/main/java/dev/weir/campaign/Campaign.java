package dev.weir.campaign;

import dev.weir.clock.Clock;
import dev.weir.coordinator.Coordinator;
import dev.weir.coordinator.ProgressListener;
import dev.weir.coordinator.RunRequest;
import dev.weir.coordinator.WorkerTarget;
import dev.weir.driver.DriverConfig;
import dev.weir.result.ResultFile;
import dev.weir.result.RunIdentity;
import dev.weir.result.RunResult;
import dev.weir.result.RunSetup;
import dev.weir.workload.Topology;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Carries out runs one after the other, and goes on after one that failed. One thread, but for {@link #interrupt}. */
public final class Campaign {
    private static final int RUN_ID_BYTES = 4;

    /** A Kafka group gives a lost consumer's partitions away after 45 s (session.timeout.ms). */
    private static final Duration DELIVERY_SILENCE = Duration.ofSeconds(60);

    private final List<CampaignRun> runs;
    private final List<WorkerTarget> workers;
    private final Topology topology;
    private final String serviceVersion;
    private final String commandLine;
    private final String version;
    private final Clock clock;
    private final CampaignListener listener;
    private final Set<String> resetDrivers = new HashSet<>();
    private @Nullable Coordinator current;
    private boolean interrupted;

    /**
     * A campaign that has not begun.
     *
     * @param workers who carries the runs out
     * @param topology how clients are spread over them
     * @param serviceVersion of the systems, as a person gave it; empty if not given
     * @param commandLine how it was started
     * @param version of this tool
     */
    public Campaign(
            List<CampaignRun> runs,
            List<WorkerTarget> workers,
            Topology topology,
            String serviceVersion,
            String commandLine,
            String version,
            Clock clock,
            CampaignListener listener) {
        this.runs = List.copyOf(runs);
        this.workers = List.copyOf(workers);
        this.topology = topology;
        this.serviceVersion = serviceVersion;
        this.commandLine = commandLine;
        this.version = version;
        this.clock = clock;
        this.listener = listener;
    }

    /**
     * Carries all runs out and writes their results; those that an interrupt leaves out have none. For a search comes back
     * the run that stands for it.
     */
    public List<RunResult> execute() {
        List<RunResult> results = new ArrayList<>();
        for (CampaignRun run : runs) {
            int number = results.size() + 1;
            Optional<RunResult> result = run.workload().goals().search().isPresent()
                    ? new SearchRun(run, this::carryOut, listener).execute()
                    : carryOut(
                            run,
                            () -> listener.runBegins(run, number, runs.size()),
                            ended -> listener.runEnds(run, ended));
            if (result.isEmpty()) {
                break;
            }
            results.add(result.get());
        }
        return results;
    }

    private Optional<RunResult> carryOut(CampaignRun run, Supplier<ProgressListener> begins, Consumer<RunResult> ends) {
        Coordinator coordinator = begin(run, begins);
        if (coordinator == null) {
            return Optional.empty();
        }
        RunResult result = coordinator.run();
        // Shown first: a full disk must not take the figures too.
        ends.accept(result);
        ResultFile.write(result, run.resultFile());
        coordinator.resultIsWritten();
        return Optional.of(result);
    }

    /** Ends the current run early and in good order, and begins no other. Any thread. */
    public synchronized void interrupt() {
        interrupted = true;
        if (current != null) {
            current.interrupt();
        }
    }

    private synchronized @Nullable Coordinator begin(CampaignRun run, Supplier<ProgressListener> begins) {
        if (interrupted) {
            return null;
        }
        createFolderOf(run.resultFile());
        var request = new RunRequest(
                new RunIdentity(newRunId(), commandLine, version, clock.epochNanos()),
                run.workload(),
                resetOnce(run.driver()),
                run.factory(),
                workers,
                setup(run),
                run.resultBase(),
                DELIVERY_SILENCE,
                run.systemFacts(),
                run.reasons());
        current = new Coordinator(request, clock, begins.get());
        return current;
    }

    private RunSetup setup(CampaignRun run) {
        List<String> remote = workers.stream()
                .filter(worker -> worker.address() instanceof InetSocketAddress)
                .map(WorkerTarget::name)
                .toList();
        // A single worker does everything, whatever it was asked.
        Topology effective = workers.size() < 2 ? Topology.SWARM : topology;
        return new RunSetup(effective, remote, run.embeddedBrokers(), run.driverPath(), serviceVersion);
    }

    /** Topics of earlier runs are deleted before the first run of a driver: later ones would delete this campaign's. */
    private DriverConfig resetOnce(DriverConfig driver) {
        return resetDrivers.add(driver.name()) ? driver : driver.withoutReset();
    }

    private static void createFolderOf(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        try {
            if (folder != null) {
                Files.createDirectories(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create " + folder, e);
        }
    }

    private static String newRunId() {
        var bytes = new byte[RUN_ID_BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}

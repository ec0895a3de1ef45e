package dev.weir.campaign;

import dev.weir.campaign.request.CampaignListener;
import dev.weir.campaign.request.CampaignRun;
import dev.weir.campaign.search.SearchRun;
import dev.weir.clock.Clock;
import dev.weir.coordinator.Coordinator;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.coordinator.request.RunRequest;
import dev.weir.coordinator.request.RunRequest.WorkerTarget;
import dev.weir.driver.config.ClientSettings;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import dev.weir.result.ResultFile;
import dev.weir.result.RunHeader;
import dev.weir.result.RunHeader.RunIdentity;
import dev.weir.result.RunResult;
import dev.weir.result.document.Provenance.RunSetup;
import dev.weir.result.document.RunDetails.HookResult;
import dev.weir.result.journal.Journal;
import dev.weir.result.journal.Recovery;
import dev.weir.result.search.SearchResult;
import dev.weir.result.stored.CampaignIndex;
import dev.weir.workload.Topology;
import dev.weir.workload.load.Rate;
import dev.weir.workload.text.Secrets;
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
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Carries out runs one after the other, and continues after failed ones. Used by one thread, except for {@link
 * #interrupt} and {@link #abandon}.
 */
public final class Campaign {
    public static final String NO_RUN_TO_END =
            "no run is active: Weir starts no further run and exits, and keeps finished results";

    private static final int RUN_ID_BYTES = 4;

    /** A Kafka group reassigns a lost consumer's partitions after 45 s (session.timeout.ms). */
    private static final Duration DELIVERY_SILENCE = Duration.ofSeconds(60);

    private final List<CampaignRun> runs;
    private final List<WorkerTarget> workers;
    private final Topology topology;
    private final CampaignOrigin origin;
    private final Clock clock;
    private final List<CampaignListener> listeners;
    private final Set<String> resetDrivers = new HashSet<>();
    private final CampaignIndex index;
    private @Nullable RunHooks hooks;
    private @Nullable Coordinator current;
    private @Nullable Path currentResult;
    private final Object writing = new Object();
    private boolean interrupted;

    public Campaign(
            List<CampaignRun> runs,
            List<WorkerTarget> workers,
            Topology topology,
            CampaignOrigin origin,
            Clock clock,
            List<CampaignListener> listeners,
            CampaignIndex index) {
        this.runs = List.copyOf(runs);
        this.workers = List.copyOf(workers);
        this.topology = topology;
        this.origin = origin;
        this.clock = clock;
        this.listeners = List.copyOf(listeners);
        this.index = index;
    }

    /**
     * Carries out all runs and writes their results. Runs that an interruption leaves out have none. For a search,
     * returns the run that represents it.
     */
    public List<RunResult> execute() {
        index.write();
        List<RunResult> results = new ArrayList<>();
        for (CampaignRun run : runs) {
            Optional<RunResult> result = run.workload().load().rate() instanceof Rate.Search
                    ? new SearchRun(run, this::carryOut, listeners).execute()
                    : carryOut(
                            run,
                            each -> each.runBegins(run, run.number(), planned()),
                            ended -> listeners.forEach(each -> each.runEnds(run, ended)));
            if (result.isEmpty()) {
                break;
            }
            results.add(result.get());
            index.finished(run.number(), fileOf(run), result.get());
        }
        return results;
    }

    /** Describes what {@link #interrupt} does now, for a person. Any thread. */
    public synchronized String ending() {
        if (current == null) {
            return NO_RUN_TO_END;
        }
        return current.hasLoad()
                ? "Weir ends the run: it stops the load, deletes its topics and writes a result of what it has measured"
                        + " so far"
                : "Weir ends the run before its load begins: it deletes the topics that it has created so far and"
                        + " writes a result without measurements";
    }

    /** Ends the current run early and in good order, and begins no other. Any thread. */
    public synchronized void interrupt() {
        interrupted = true;
        if (hooks != null) {
            hooks.interrupt();
        }
        if (current != null) {
            current.interrupt();
        }
    }

    /**
     * Writes the current run's journal as a marked result, unless the run has a result, because a person ends this
     * process at once. Returns the written result. Any thread.
     *
     * @throws UncheckedIOException if that is not possible
     */
    public Optional<Path> abandon() {
        Optional<Path> result;
        synchronized (this) {
            interrupt();
            if (hooks != null) {
                hooks.abandon();
            }
            result = Optional.ofNullable(currentResult);
        }
        synchronized (writing) {
            return result.filter(file -> !Files.exists(file)).filter(Campaign::recover);
        }
    }

    private static boolean recover(Path result) {
        Path journal = Path.of(result.toString().replaceFirst("\\.json$", Journal.ENDING));
        try {
            Optional<Recovery> left = Files.exists(journal) ? Recovery.of(journal) : Optional.empty();
            left.ifPresent(recovery -> recovery.write(Recovery.Cause.INTERRUPTED, List.of()));
            return left.isPresent();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + journal, e);
        }
    }

    /**
     * Carries out a run between its hooks. The result exists for the hooks after it, and is written again with their
     * results.
     */
    private Optional<RunResult> carryOut(
            CampaignRun run, Function<CampaignListener, ProgressListener> begins, Consumer<RunResult> ends) {
        String id = newRunId();
        Optional<RunHooks> begun = begin(run, id);
        if (begun.isEmpty()) {
            return Optional.empty();
        }
        RunHooks around = begun.get();
        ProgressListener progress =
                ProgressListener.all(listeners.stream().map(begins).toList());
        if (!run.hooks().beforeRun().isEmpty()) {
            progress.step("beforeRun: " + String.join("; ", run.hooks().beforeRun()));
        }
        Optional<RunResult> result;
        try {
            Optional<String> refusal = around.beforeRun();
            var identity = new RunIdentity(id, origin.commandLine(), origin.version(), clock.epochNanos(), run.place());
            result = refusal.isPresent()
                    ? refused(run, identity, refusal.get(), ends)
                    : measured(run, identity, around, progress, ends);
        } finally {
            around.afterRun();
        }
        if (!around.results().isEmpty()) {
            result.ifPresent(measured -> write(measured, around.results(), run.resultFile()));
        }
        result.ifPresent(any -> listeners.forEach(each -> each.resultWritten(run.resultFile())));
        return result;
    }

    /**
     * Returns the result of a run that could not begin; empty if a person interrupted, which is no fault of the hook or
     * the system.
     */
    private Optional<RunResult> refused(
            CampaignRun run, RunIdentity identity, String refusal, Consumer<RunResult> ends) {
        if (isInterrupted()) {
            return Optional.empty();
        }
        DriverConfig shown = Secrets.shown(run.system().factory(), run.system().driver());
        ClientSettings clients = ClientSettings.asWritten(shown);
        var header = new RunHeader(identity, setup(run), Map.of(), run.workload(), shown, clients);
        RunResult result = header.notStarted(clock.epochNanos(), refusal);
        ends.accept(result);
        createFolderOf(run.resultFile());
        ResultFile.write(result, run.resultFile());
        return Optional.of(result);
    }

    private Optional<RunResult> measured(
            CampaignRun run,
            RunIdentity identity,
            RunHooks around,
            ProgressListener progress,
            Consumer<RunResult> ends) {
        try {
            run.system().prepare().run();
        } catch (DriverException e) {
            return refused(run, identity, String.valueOf(e.getMessage()), ends);
        }
        Optional<Coordinator> coordinator = begin(run, request(run, identity), progress);
        if (coordinator.isEmpty()) {
            return Optional.empty();
        }
        RunResult result = coordinator.get().run();
        // Shown first, so that a full disk does not also lose the figures.
        ends.accept(result);
        write(result, around.results(), run.resultFile());
        coordinator.get().resultIsWritten();
        return Optional.of(result);
    }

    /** Writes a result, or if that fails, writes it to the folder of temporary files, and throws: nothing more is run. */
    private void write(RunResult result, List<HookResult> hooks, Path file) {
        synchronized (writing) {
            try {
                ResultFile.write(result, hooks, file);
            } catch (UncheckedIOException e) {
                String name = "weir-" + result.run().id() + "-" + file.getFileName();
                Path elsewhere = Path.of(System.getProperty("java.io.tmpdir"), name);
                String text = e.getMessage() + ": the result is " + elsewhere + " instead, and no run follows";
                try {
                    ResultFile.write(result, hooks, elsewhere);
                } catch (UncheckedIOException again) {
                    e.addSuppressed(again);
                    text = e.getMessage() + ", nor " + elsewhere + ": only the shown figures and the journal remain; "
                            + "'bin/benchmark recover' makes a result of the journal";
                }
                throw new UncheckedIOException(text, e.getCause());
            }
        }
    }

    private synchronized boolean isInterrupted() {
        return interrupted;
    }

    private synchronized Optional<RunHooks> begin(CampaignRun run, String id) {
        if (interrupted) {
            return Optional.empty();
        }
        Map<String, String> environment = Map.of(
                "WEIR_RUN_ID", id,
                "WEIR_WORKLOAD", run.workload().name(),
                "WEIR_DRIVER", run.system().driver().name(),
                "WEIR_RESULT", run.resultFile().toAbsolutePath().toString());
        List<String> secrets = Secrets.of(run.system().factory(), run.system().driver());
        var around = new RunHooks(run.hooks(), environment, run.besideResult("-hooks.txt"), secrets, clock);
        hooks = around;
        current = null;
        return Optional.of(around);
    }

    private synchronized Optional<Coordinator> begin(CampaignRun run, RunRequest request, ProgressListener progress) {
        if (interrupted) {
            return Optional.empty();
        }
        createFolderOf(run.resultFile());
        var coordinator = new Coordinator(request, clock, progress);
        current = coordinator;
        currentResult = run.resultFile();
        return Optional.of(coordinator);
    }

    private RunRequest request(CampaignRun run, RunIdentity identity) {
        return new RunRequest(
                identity,
                run.workload(),
                run.system().with(resetOnce(run.system().driver())),
                workers,
                setup(run),
                run.besideResult(""),
                DELIVERY_SILENCE);
    }

    /** Returns the result file of a run; a search has a file of its own. */
    private static Path fileOf(CampaignRun run) {
        return run.workload().load().rate() instanceof Rate.Search
                ? run.besideResult(SearchResult.ENDING)
                : run.resultFile();
    }

    /** Returns the number of planned runs, including those before it was resumed. */
    private int planned() {
        return Math.max(runs.size(), index.runs().size());
    }

    private RunSetup setup(CampaignRun run) {
        List<String> remote = workers.stream()
                .filter(worker -> worker.address() instanceof InetSocketAddress)
                .map(WorkerTarget::name)
                .toList();
        // A single worker does everything, whatever the topology.
        Topology effective = workers.size() < 2 ? Topology.SWARM : topology;
        int brokers = run.system().embeddedBrokers();
        String driverPath = run.system().driverPath();
        return new RunSetup(effective, remote, brokers, driverPath, origin.serviceVersion(), origin.tags());
    }

    /** Returns the driver with {@code reset} only in its first run: later runs would delete topics of this campaign. */
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
            throw new UncheckedIOException(
                    "cannot create the folder " + folder + " for results; name another one with -o", e);
        }
    }

    private static String newRunId() {
        var bytes = new byte[RUN_ID_BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /**
     * How a campaign was started.
     *
     * @param serviceVersion of the systems, as a person gave it; empty if not given
     * @param tags as {@link dev.weir.result.document.Provenance.RunSetup#tags}
     */
    public record CampaignOrigin(String commandLine, String version, String serviceVersion, Map<String, String> tags) {}
}

package dev.weir.coordinator;

import dev.weir.clock.Clock;
import dev.weir.clock.SystemClock;
import dev.weir.coordinator.request.MeasuredSystem;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.coordinator.request.RunRequest;
import dev.weir.coordinator.request.RunRequest.WorkerTarget;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.embedded.BrokerFaults;
import dev.weir.driver.loading.Drivers;
import dev.weir.host.facts.HostFacts;
import dev.weir.result.RunHeader.RunIdentity;
import dev.weir.result.RunHeader.RunIdentity.CampaignPlace;
import dev.weir.result.RunResult;
import dev.weir.result.code.Code;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.RunEvent;
import dev.weir.result.document.Provenance.RunSetup;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import dev.weir.wire.TestCertificates;
import dev.weir.wire.WireClient;
import dev.weir.wire.message.WorkerFacts;
import dev.weir.wire.tls.ChannelSecurity;
import dev.weir.worker.ClientLimits;
import dev.weir.worker.SnapshotListener;
import dev.weir.worker.WorkerServer;
import dev.weir.worker.WorkerServer.WorkerTerms;
import dev.weir.workload.Workload;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A coordinator and workers on loopback, in this JVM, on the driver none: whole runs in seconds. */
public final class MiniCluster implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MiniCluster.class);
    private static final InetSocketAddress LOOPBACK = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private static final Clock CLOCK = SystemClock.INSTANCE;
    private static final int MAX_RUNS = 8;

    private final Drivers drivers;
    private final List<WorkerServer> workers = new ArrayList<>();
    private final List<WorkerTarget> targets = new ArrayList<>();
    private final Path folder;
    private Duration deliverySilence = Duration.ofSeconds(3);

    public MiniCluster(int workerCount, Path folder) {
        this(workerCount, folder, Drivers.onClassPath());
    }

    public MiniCluster(int workerCount, Path folder, Drivers drivers) {
        this(folder, drivers, Collections.nCopies(workerCount, CLOCK));
    }

    /** A worker for each clock. */
    MiniCluster(Path folder, Drivers drivers, List<? extends Clock> clocks) {
        this(folder, drivers);
        clocks.forEach(clock -> add(drivers, clock, WorkerFacts::ofThisProcess));
    }

    private MiniCluster(Path folder, Drivers drivers) {
        this.folder = folder;
        this.drivers = drivers;
    }

    /** A worker on each of these hosts, as far as it tells. */
    static MiniCluster onHosts(Path folder, String... hosts) {
        var cluster = new MiniCluster(folder, Drivers.onClassPath());
        for (String host : hosts) {
            cluster.add(cluster.drivers, CLOCK, () -> factsOn(host));
        }
        return cluster;
    }

    /** Workers and a coordinator with certificates, or with those of another authority. */
    static MiniCluster secured(int workerCount, Path folder, Path certificates, ChannelSecurity coordinator) {
        var cluster = new MiniCluster(folder, Drivers.onClassPath());
        var terms = WorkerTerms.of(TestCertificates.worker(certificates), ClientLimits.NOTHING);
        for (int w = 0; w < workerCount; w++) {
            cluster.add(listen(terms), coordinator);
        }
        return cluster;
    }

    /** A worker on loopback, which the caller closes. */
    public static WorkerServer listen(WorkerTerms terms) {
        return listen(Drivers.onClassPath(), CLOCK, WorkerFacts::ofThisProcess, terms);
    }

    /** The same for one that ends its load when its coordinator has been silent for so long; pings come once a second. */
    static WorkerServer listen(Duration coordinatorSilence) {
        return listen(new WorkerTerms(ChannelSecurity.NONE, ClientLimits.NOTHING, coordinatorSilence));
    }

    public static WorkerServer listen(Drivers drivers, Clock clock, Supplier<WorkerFacts> facts, WorkerTerms terms) {
        return WorkerServer.listen(LOOPBACK, drivers, clock, facts, terms, SnapshotListener.NONE);
    }

    private void add(Drivers available, Clock clock, Supplier<WorkerFacts> facts) {
        add(listen(available, clock, facts, WorkerTerms.STRICT), ChannelSecurity.NONE);
    }

    private void add(WorkerServer worker, ChannelSecurity security) {
        targets.add(new WorkerTarget("worker-" + workers.size(), worker.address(), security));
        workers.add(worker);
    }

    /** Another worker, in a process of its own, which the caller started and ends. */
    public void add(String name, InetSocketAddress address) {
        targets.add(new WorkerTarget(name, address));
    }

    /** The same over a connection that is secured so. */
    void add(String name, InetSocketAddress address, ChannelSecurity security) {
        targets.add(new WorkerTarget(name, address, security));
    }

    private static WorkerFacts factsOn(String host) {
        WorkerFacts facts = WorkerFacts.ofThisProcess();
        HostFacts here = facts.host();
        return new WorkerFacts(
                facts.instance(),
                facts.processId(),
                facts.version(),
                facts.jvmArguments(),
                new HostFacts(
                        host,
                        here.java(),
                        here.platform(),
                        here.cpu(),
                        here.memory(),
                        here.openFilesLimit(),
                        here.clock(),
                        here.bootId()),
                facts.calibration());
    }

    /** Lets runs wait for deliveries until none has come for so long; 3 s if this is not called. */
    public MiniCluster deliverySilence(Duration silence) {
        deliverySilence = silence;
        return this;
    }

    /**
     * Lets runs wait longer for late messages, where a loss would be a failure: brokers and consumers can stand still for
     * longer than 3 s on a host with much else to do.
     */
    public MiniCluster losingNothing() {
        return deliverySilence(Duration.ofSeconds(30));
    }

    public static DriverConfig none(Map<String, String> settings) {
        return DriverConfig.of("none").withSettings(settings);
    }

    public RunResult run(Workload workload, DriverConfig driver) {
        return run(workload, driver, (coordinator, tick) -> {});
    }

    /** Makes a run {@link #undisturbed} of a workload, on a driver that does the same in each run. */
    public RunResult runUndisturbed(Workload workload, DriverConfig driver) {
        return undisturbed(() -> run(workload, driver));
    }

    /**
     * Makes a run. If this process stood still for a second or more during it, or orders came late, makes it again, at most
     * seven times: not even counts are as a test expects them.
     */
    public static RunResult undisturbed(Supplier<RunResult> run) {
        return undisturbed(run, MiniCluster::hasWrongCounts);
    }

    /** Makes a run, and again, at most seven times, if something disturbed it that is no defect. Logs what the run reported. */
    public static RunResult undisturbed(Supplier<RunResult> run, Predicate<RunResult> disturbed) {
        RunResult result = run.get();
        for (int i = 1; i < MAX_RUNS && disturbed.test(result); i++) {
            LOG.warn(
                    "run {} was disturbed, and is made again: {} {}",
                    result.run().id(),
                    result.reasons(),
                    result.findings());
            result = run.get();
        }
        return result;
    }

    private static boolean hasWrongCounts(RunResult result) {
        return result.reasons().stream()
                .map(Reason::code)
                .anyMatch(Set.of(ReasonCode.PROCESS_STOOD_STILL, ReasonCode.ORDERS_LATE)::contains);
    }

    /** Whether the run reports that its host was too busy: then a system on this host is slow, too. */
    public static boolean lacksProcessorTime(RunResult result) {
        return result.reasons().stream()
                .anyMatch(reason -> reason.code() == ReasonCode.HOST_SATURATED
                        && !Collections.disjoint(reason.figures().keySet(), Set.of("busyShare", "quotaCores")));
    }

    /** Runs it; at each tick the test may do something. */
    public RunResult run(Workload workload, DriverConfig driver, Reaction reaction) {
        return run(workload, driver, Optional.empty(), CLOCK, new WireClient(CLOCK), reaction);
    }

    /** Runs it on brokers to which something can be done. */
    public RunResult run(Workload workload, DriverConfig driver, BrokerFaults faults) {
        return run(workload, driver, Optional.of(faults), CLOCK, new WireClient(CLOCK), (coordinator, tick) -> {});
    }

    /** Runs it with a coordinator of its own clock and connections. */
    public RunResult run(
            Workload workload,
            DriverConfig driver,
            Optional<BrokerFaults> faults,
            Clock clock,
            WireClient client,
            Reaction reaction) {
        String id = UUID.randomUUID().toString().substring(0, 8);
        var request = new RunRequest(
                new RunIdentity(id, "test", "test", CLOCK.epochNanos(), CampaignPlace.NONE),
                workload,
                new MeasuredSystem(
                        driver,
                        drivers.find(driver.driver()).orElseThrow(),
                        "",
                        0,
                        Map.of(),
                        List.of(),
                        () -> {},
                        faults),
                targets,
                RunSetup.local(),
                folder.resolve("run-" + id),
                deliverySilence);
        var running = new CompletableFuture<Coordinator>();
        var progress = new ProgressListener() {
            @Override
            public void step(String what) {
                reaction.step(what);
            }

            @Override
            public void event(RunEvent event) {
                reaction.event(event);
            }

            @Override
            public void tick(Interval tick, double targetMessagesPerSecond) {
                reaction.tick(running.join(), tick);
            }
        };
        var coordinator = new Coordinator(request, clock, progress, client);
        running.complete(coordinator);
        return coordinator.run();
    }

    /** Returns the kinds of a run's events, in order, but for standstills of this process. */
    public static List<Code> events(RunResult result) {
        return result.weir().course().events().stream()
                .map(RunEvent::kind)
                .filter(kind -> kind != EventKind.PROCESS_STOOD_STILL)
                .toList();
    }

    /** Returns the texts of a run's events of a kind, in order. */
    public static List<String> texts(RunResult result, EventKind kind) {
        return result.weir().course().events().stream()
                .filter(event -> event.kind() == kind)
                .map(RunEvent::text)
                .toList();
    }

    /** A worker, to do something to it. */
    public WorkerServer worker(int number) {
        return workers.get(number);
    }

    @Override
    public void close() {
        workers.forEach(WorkerServer::close);
    }

    /** What a test does once, when the measurement of a run has begun. */
    public static Reaction inMeasurement(Runnable action) {
        var done = new AtomicBoolean();
        return (coordinator, tick) -> {
            if (tick.phase() == Phase.MEASUREMENT && done.compareAndSet(false, true)) {
                action.run();
            }
        };
    }

    /** What a test does while a run goes on. On the coordinator's thread. */
    public interface Reaction {
        /** After each. */
        void tick(Coordinator coordinator, Interval tick);

        /** What the run does now. */
        default void step(String what) {}

        /** When the run reports an event. */
        default void event(RunEvent event) {}
    }
}

package dev.weir.feature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.audit.AuditExample;
import dev.weir.coordinator.Coordinator;
import dev.weir.coordinator.MiniCluster;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.loading.Drivers;
import dev.weir.feature.Incident.Kind;
import dev.weir.feature.availability.Availability;
import dev.weir.result.RunResult;
import dev.weir.result.code.Code;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import dev.weir.wire.UnreliableProxy;
import dev.weir.wire.WireClient;
import dev.weir.wire.message.WorkerFacts;
import dev.weir.wire.tls.ChannelSecurity;
import dev.weir.worker.ClientLimits;
import dev.weir.worker.WorkerServer;
import dev.weir.worker.WorkerServer.WorkerTerms;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Whole runs to which something happens, drawn by a seed: no message that the system delivered is called lost, and the right
 * one is named. {@code -Dweir.incidents.seeds=FROM-TO} says which, {@code -Dweir.incidents.parallel=N} how many at a time.
 */
@Tag("slow")
@ResourceLock(SeededIncidentsTest.PROCESSORS)
public class SeededIncidentsTest {
    /** Lock of tests that measure an outage: beside these runs, there is too little processor time for them. */
    public static final String PROCESSORS = "processors";

    private static final long RATE = 300;
    private static final Duration WORKER_SILENCE = Duration.ofSeconds(4);
    private static final Duration RECONNECT = Duration.ofSeconds(4);
    private static final Duration COORDINATOR_SILENCE = Duration.ofSeconds(8);

    /** By what a stop is longer that is known to have been noticed. */
    private static final long CERTAIN_MILLIS = 2500;

    private static final double MIN_OUTAGE_SECONDS = 2;

    private static final long LIMIT_SECONDS = 600;

    @TempDir
    Path folder;

    @Test
    @Timeout(value = 3, unit = TimeUnit.HOURS)
    void randomFaultsAreNamedAndNothingIsFalselyLost() throws InterruptedException {
        String[] range = System.getProperty("weir.incidents.seeds", "1-5").split("-", 2);
        ExecutorService runs = Executors.newFixedThreadPool(Integer.getInteger("weir.incidents.parallel", 8));
        Map<Long, Future<String>> results = new TreeMap<>();
        LongStream.rangeClosed(Long.parseLong(range[0]), Long.parseLong(range[range.length - 1]))
                .forEach(seed -> results.put(seed, runs.submit(() -> new Run(Incident.of(seed)).troubles())));
        List<String> troubles = new ArrayList<>();
        for (Map.Entry<Long, Future<String>> each : results.entrySet()) {
            String trouble = trouble(each.getValue());
            if (!trouble.isEmpty()) {
                troubles.add("seed " + each.getKey() + ", " + Incident.of(each.getKey()) + ": " + trouble);
                System.out.println(troubles.get(troubles.size() - 1));
            }
        }
        runs.shutdownNow();

        assertThat(troubles).isEmpty();
    }

    private static String trouble(Future<String> run) throws InterruptedException {
        try {
            return run.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            return String.valueOf(e);
        }
    }

    /** A coordinator and its workers, each with a clock of its own that can be stopped. */
    private final class Run {
        private final Incident incident;
        private final HostOfClients.Brokers brokers;
        private final StoppableClock coordinatorClock = new StoppableClock();
        private final List<StoppableClock> clocks = new ArrayList<>();
        private final List<HostOfClients> hosts = new ArrayList<>();
        private final List<WorkerServer> workers = new ArrayList<>();
        private final List<UnreliableProxy> proxies = new ArrayList<>();
        private int ticks;
        private boolean happened;

        Run(Incident incident) {
            this.incident = incident;
            this.brokers = new HostOfClients.Brokers(incident.loseEvery());
        }

        String troubles() {
            try (var cluster = new MiniCluster(0, folder, new Drivers(List.of(new HostOfClients(brokers))))) {
                for (int w = 0; w < Incident.WORKERS; w++) {
                    addWorker(cluster, w);
                }
                RunResult result = cluster.run(
                        workload(),
                        DriverConfig.of(HostOfClients.NAME).withSettings(settings()),
                        Optional.empty(),
                        coordinatorClock,
                        new WireClient(coordinatorClock, WORKER_SILENCE, RECONNECT),
                        this::tick);
                return trouble(result);
            } finally {
                coordinatorClock.goOn();
                clocks.forEach(StoppableClock::goOn);
                brokers.gate.goOn();
                proxies.forEach(UnreliableProxy::close);
                workers.forEach(WorkerServer::close);
            }
        }

        private void addWorker(MiniCluster cluster, int number) {
            var clock = new StoppableClock();
            var host = new HostOfClients(brokers);
            boolean restarts = incident.kind() == Kind.WORKER_RESTARTED && number == incident.worker();
            WorkerServer worker = MiniCluster.listen(
                    new Drivers(List.of(host)),
                    clock,
                    restarts ? SeededIncidentsTest::factsOfAnotherProcess : WorkerFacts::ofThisProcess,
                    new WorkerTerms(ChannelSecurity.NONE, ClientLimits.NOTHING, COORDINATOR_SILENCE));
            var proxy = new UnreliableProxy(worker.address());
            clocks.add(clock);
            hosts.add(host);
            workers.add(worker);
            proxies.add(proxy);
            cluster.add("worker-" + number, proxy.address());
        }

        private Workload workload() {
            return Workloads.small()
                    .rates(RATE, RATE)
                    .durations(Duration.ofSeconds(1), Duration.ofSeconds(4))
                    .topics(1, 2 * Incident.WORKERS)
                    .producersPerTopic(Incident.WORKERS)
                    .subscriptionsPerTopic(1, Incident.WORKERS)
                    .continuingAfterLoss(incident.continuesAfterLoss())
                    .build();
        }

        private Map<String, String> settings() {
            if (incident.kind() == Kind.SYSTEM_REFUSES) {
                return Map.of("failEvery", "20");
            }
            return incident.loseEvery() > 0 ? Map.of("loseEvery", String.valueOf(incident.loseEvery())) : Map.of();
        }

        /** On the coordinator's thread. */
        private void tick(Coordinator coordinator, Interval tick) {
            if (!happened && tick.phase() == incident.phase() && ticks++ >= incident.afterTicks()) {
                happened = true;
                happen();
            }
        }

        private void happen() {
            StoppableClock clock = clocks.get(incident.worker());
            UnreliableProxy proxy = proxies.get(incident.worker());
            switch (incident.kind()) {
                case WORKER_STOPPED -> passing(clock::stop, clock::goOn);
                case WORKER_CUT -> proxy.cut();
                case WORKER_CUT_OFF -> passing(proxy::hold, proxy::release);
                case WORKER_KILLED -> {
                    hosts.get(incident.worker()).die();
                    proxy.vanish();
                }
                case WORKER_RESTARTED -> {
                    hosts.get(incident.worker()).die();
                    proxy.cut();
                }
                case COORDINATOR_STOPPED -> passing(coordinatorClock::stop, coordinatorClock::goOn);
                case SYSTEM_STOPPED -> passing(brokers.gate::stop, brokers.gate::goOn);
                case SYSTEM_REFUSES, SYSTEM_LOSES -> {
                    // From the first message on.
                }
            }
        }

        private void passing(Runnable begin, Runnable end) {
            begin.run();
            CompletableFuture.delayedExecutor(incident.millis(), TimeUnit.MILLISECONDS)
                    .execute(end);
        }

        /** What is wrong with a result; empty if nothing is. */
        private String trouble(RunResult result) {
            try {
                assertNothingIsFalselyLost(result);
                assertTheRightOneIsNamed(result);
                return "";
            } catch (AssertionError e) {
                return e.getMessage() + "\n  failure: " + result.failure() + "\n  events: "
                        + result.weir().course().events()
                        + "\n  findings: " + result.findings() + "\n  reasons: "
                        + result.reasons().stream().map(Reason::text).toList();
            }
        }

        private void assertNothingIsFalselyLost(RunResult result) {
            boolean workerLost = result.weir().instrument().workers().stream()
                    .anyMatch(worker -> worker.lost().isPresent());
            var audit = result.audit();
            assertThat(audit.violations().duplicated()).as("duplicated").isZero();
            assertThat(audit.violations().reordered()).as("reordered").hasValue(0);
            if (!audit.complete()) {
                assertThat(audit.violations().lost())
                        .as("lost where the run ended early")
                        .isZero();
            } else if (workerLost) {
                assertThat(audit.violations().lost())
                        .as("lost beside a lost worker")
                        .isLessThanOrEqualTo(brokers.lost());
            } else {
                assertThat(audit.violations().lost()).as("lost").isEqualTo(brokers.lost());
                assertThat(audit.blocks().unknown()).as("unknown").isZero();
            }
            if (audit.violations().lost() == 0) {
                assertThat(audit.blocks().examples())
                        .extracting(AuditExample::kind)
                        .doesNotContain("lost");
                assertThat(codes(result)).doesNotContain(FindingCode.MESSAGES_LOST);
            } else {
                assertThat(codes(result)).contains(FindingCode.MESSAGES_LOST);
            }
        }

        private void assertTheRightOneIsNamed(RunResult result) {
            String worker = "worker-" + incident.worker();
            boolean measured = happened && incident.phase() == Phase.MEASUREMENT;
            boolean certain = happened && incident.millis() >= CERTAIN_MILLIS;
            if (!incident.kind().isOfWorker()) {
                assertThat(result.weir().instrument().workers())
                        .as("lost workers")
                        .allMatch(each -> each.lost()
                                .map(loss -> loss.reason().startsWith("the coordinator stood still"))
                                .orElse(true));
            }
            if (!incident.kind().name().startsWith("SYSTEM")) {
                // On a busy host this whole process, and the system in it, may stand still for a second.
                double tolerated = Math.max(MIN_OUTAGE_SECONDS, 0.7e-3 * incident.millis());
                Availability.PART
                        .in(result.weir())
                        .ifPresent(availability -> assertThat(Stream.of(availability.publish(), availability.delivery())
                                        .flatMap(outages -> outages.longest().stream()))
                                .as("outages")
                                .allMatch(outage -> outage.seconds() < tolerated));
                // Where the host has no CPU time left, it is this test that keeps the load from being met.
                if (result.reasons().stream().noneMatch(each -> each.text().contains(" had no CPU time left "))) {
                    assertThat(codes(result)).doesNotContain(FindingCode.LOAD_NOT_MET);
                }
            }
            switch (incident.kind()) {
                case WORKER_STOPPED, WORKER_CUT, WORKER_CUT_OFF, WORKER_KILLED, WORKER_RESTARTED -> {
                    result.weir().instrument().workers().stream()
                            .filter(each -> each.lost().isPresent())
                            .forEach(each -> assertThat(each.name()).isEqualTo(worker));
                    if (!result.failure().isEmpty()) {
                        assertThat(result.failure()).startsWith("worker " + worker + " ");
                        assertThat(incident.kind()).isNotEqualTo(Kind.WORKER_CUT);
                    } else if (incident.kind().ends() && happened && incident.phase() != Phase.SETTLE) {
                        // On a busy host the coordinator may hear of it only when all is over.
                        assertThat(result.reasons())
                                .as("reasons")
                                .anyMatch(reason -> reason.code() == ReasonCode.WORKER_LOST
                                        && reason.text().contains(worker));
                    } else if (incident.kind() == Kind.WORKER_STOPPED && certain && measured) {
                        assertThat(result.reasons())
                                .as("reasons")
                                .anyMatch(reason -> (reason.code() == ReasonCode.PROCESS_STOOD_STILL
                                                || reason.code() == ReasonCode.WORKER_LOST)
                                        && reason.text().contains(worker));
                    }
                }
                case COORDINATOR_STOPPED -> {
                    if (!result.failure().isEmpty()) {
                        assertThat(result.failure()).startsWith("the coordinator stood still for ");
                    }
                    if (certain) {
                        assertThat(result.reasons())
                                .anyMatch(reason -> reason.code() == ReasonCode.PROCESS_STOOD_STILL
                                        && reason.text().startsWith("the coordinator's process stood still "));
                    }
                }
                case SYSTEM_STOPPED -> {
                    assertThat(result.failure()).isEmpty();
                    if (certain && measured && incident.afterTicks() < 6) {
                        assertThat(codes(result)).contains(FindingCode.UNAVAILABLE);
                    }
                }
                case SYSTEM_REFUSES -> assertThat(codes(result)).contains(FindingCode.OPERATIONS_FAILED);
                case SYSTEM_LOSES -> {
                    assertThat(result.failure()).isEmpty();
                    assertThat(codes(result)).contains(FindingCode.MESSAGES_LOST);
                }
            }
        }
    }

    private static List<Code> codes(RunResult result) {
        return result.findings().stream().map(Finding::code).toList();
    }

    private static WorkerFacts factsOfAnotherProcess() {
        WorkerFacts facts = WorkerFacts.ofThisProcess();
        return new WorkerFacts(
                "another process",
                facts.processId(),
                facts.version(),
                facts.jvmArguments(),
                facts.host(),
                facts.calibration());
    }
}

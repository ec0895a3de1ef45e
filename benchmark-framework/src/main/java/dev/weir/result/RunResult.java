package dev.weir.result;

import dev.weir.audit.AuditResult;
import dev.weir.driver.ClientSettings;
import dev.weir.driver.DriverConfig;
import dev.weir.driver.Durability;
import dev.weir.measure.LatencySet;
import dev.weir.measure.TransactionCounts;
import dev.weir.workload.Workload;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Everything that is known of a run when it is over, however it ended.
 *
 * @param setup how it was set up beyond its files
 * @param coordinatorFacts what the coordinator knows of its own process and host
 * @param clientSettings what the driver file came to for the client
 * @param endNanos epoch nanoseconds of the coordinator
 * @param failure why it could not be carried out; empty if it could
 * @param interrupted whether a person ended it early
 * @param events what happened in it
 * @param parts of its load
 * @param backlog how a backlog was built and drained; empty if none was asked for
 * @param availability when nothing was acknowledged or received that waited for it; empty if there was no load
 * @param transactions that ended in the whole run; empty where none were asked for
 * @param transactionLoop what a transaction benchmark found; empty if none was run
 * @param measured latencies of all messages that were due in the measurement
 * @param unsent messages that were due before the load ended, but whose turn did not come
 * @param skipped messages that were left out because they were late, as {@code catchUp: skip} asks
 * @param thresholds what it had to keep to, and whether it did
 * @param harness what was observed of each process during the measurement
 * @param clocks how far the workers' were apart, and what was done about it
 * @param brokers what the system's hosts told while the load ran; empty where none was asked
 * @param systemFacts what the system under test reported
 * @param durability what an acknowledgement meant
 * @param clusterConfig what was made of its settings for the run
 */
public record RunResult(
        RunIdentity run,
        RunSetup setup,
        Map<String, Object> coordinatorFacts,
        long endNanos,
        Workload workload,
        DriverConfig driver,
        ClientSettings clientSettings,
        String failure,
        boolean interrupted,
        List<Reason> reasons,
        List<Finding> findings,
        List<PhaseSpan> phases,
        List<RunEvent> events,
        List<PartSummary> parts,
        Optional<BacklogResult> backlog,
        Optional<AvailabilityResult> availability,
        List<IntervalSummary> intervals,
        OmbSeries ombSeries,
        Optional<TransactionCounts> transactions,
        Optional<TransactionLoopResult> transactionLoop,
        LatencySet measured,
        long unsent,
        long skipped,
        AuditResult audit,
        List<ThresholdResult> thresholds,
        ClockResult clocks,
        List<WorkerResult> workers,
        List<HarnessResult> harness,
        ClientResults clients,
        Optional<BrokerResult> brokers,
        Map<String, String> systemFacts,
        Durability durability,
        List<ClusterSettingResult> clusterConfig) {
    public RunResult {
        Objects.requireNonNull(run);
        Objects.requireNonNull(setup);
        Objects.requireNonNull(clientSettings);
        Objects.requireNonNull(failure);
        Objects.requireNonNull(clocks);
        Objects.requireNonNull(clients);
        Objects.requireNonNull(transactions);
        Objects.requireNonNull(durability);
        coordinatorFacts = Collections.unmodifiableMap(new TreeMap<>(coordinatorFacts));
        reasons = List.copyOf(reasons);
        findings = List.copyOf(findings);
        phases = List.copyOf(phases);
        events = List.copyOf(events);
        parts = List.copyOf(parts);
        Objects.requireNonNull(backlog);
        Objects.requireNonNull(availability);
        Objects.requireNonNull(brokers);
        intervals = List.copyOf(intervals);
        thresholds = List.copyOf(thresholds);
        workers = List.copyOf(workers);
        harness = List.copyOf(harness);
        systemFacts = Collections.unmodifiableMap(new TreeMap<>(systemFacts));
        clusterConfig = List.copyOf(clusterConfig);
    }

    /** Of a run that was given up before anything of it began. */
    public static RunResult notStarted(
            RunIdentity run, RunSetup setup, long endNanos, Workload workload, DriverConfig driver, String failure) {
        return begun(
                run,
                setup,
                Map.of(),
                endNanos,
                workload,
                driver,
                ClientSettings.asWritten(driver),
                failure,
                List.of(),
                List.of(),
                new ClockResult(ClockMode.SYSTEM, "no load", Long.MAX_VALUE, List.of(), List.of()),
                List.of(),
                Map.of(),
                Durability.NONE);
    }

    /** Of a run of which nothing is known yet that comes with its load; what it means is said at the components. */
    public static RunResult begun(
            RunIdentity run,
            RunSetup setup,
            Map<String, Object> coordinatorFacts,
            long nowNanos,
            Workload workload,
            DriverConfig driver,
            ClientSettings clientSettings,
            String failure,
            List<Reason> reasons,
            List<PhaseSpan> phases,
            ClockResult clocks,
            List<WorkerResult> workers,
            Map<String, String> systemFacts,
            Durability durability) {
        return new RunResult(
                run,
                setup,
                coordinatorFacts,
                nowNanos,
                workload,
                driver,
                clientSettings,
                failure,
                false,
                reasons,
                List.of(),
                phases,
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                new OmbSeries(),
                Optional.empty(),
                Optional.empty(),
                new LatencySet(),
                0,
                0,
                AuditResult.off(false, workload.subscriptions().perTopic(), 0, 0, 0, 0),
                List.of(),
                clocks,
                workers,
                List.of(),
                new ClientResults(List.of(), List.of(), List.of(), Optional.empty(), List.of(), List.of()),
                Optional.empty(),
                systemFacts,
                durability,
                List.of());
    }

    /** Whether it was carried out, and whether its figures can be believed. */
    public Outcome outcome() {
        return failure.isEmpty() ? Outcome.of(reasons) : Outcome.FAILED;
    }

    /**
     * By how much the pacing of the senders can make a response time longer: the coarsest precision of a worker. On average
     * it is half of that. 0 without a sender.
     */
    public long pacingBoundNanos() {
        return workers.stream()
                .mapToLong(WorkerResult::pacingPrecisionNanos)
                .max()
                .orElse(0);
    }

    /** Rates of the measurement. */
    public Throughput throughput() {
        return Throughput.of(intervals);
    }
}

package dev.weir.result;

import dev.weir.audit.AuditResult;
import dev.weir.driver.DriverConfig;
import dev.weir.measure.LatencySet;
import dev.weir.workload.Workload;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Everything that is known of a run when it is over, however it ended.
 *
 * @param setup how it was set up beyond its files
 * @param coordinatorFacts what the coordinator knows of its own process and host
 * @param endNanos epoch nanoseconds of the coordinator
 * @param failure why it could not be carried out; empty if it could
 * @param interrupted whether a person ended it early
 * @param measured latencies of all messages that were due in the measurement
 * @param unsent messages that were due before the load ended, but whose turn did not come
 * @param skipped messages that were left out because they were late, as {@code catchUp: skip} asks
 * @param harness what was observed of each process during the measurement
 * @param clocks how far the workers' were apart, and what was done about it
 * @param systemFacts what the system under test told of itself
 */
public record RunResult(
        RunIdentity run,
        RunSetup setup,
        Map<String, Object> coordinatorFacts,
        long endNanos,
        Workload workload,
        DriverConfig driver,
        String failure,
        boolean interrupted,
        List<Reason> reasons,
        List<Finding> findings,
        List<PhaseSpan> phases,
        List<IntervalSummary> intervals,
        OmbSeries ombSeries,
        LatencySet measured,
        long unsent,
        long skipped,
        AuditResult audit,
        ClockResult clocks,
        List<WorkerResult> workers,
        List<HarnessResult> harness,
        ClientResults clients,
        Map<String, String> systemFacts) {
    public RunResult {
        Objects.requireNonNull(run);
        Objects.requireNonNull(setup);
        Objects.requireNonNull(failure);
        Objects.requireNonNull(clocks);
        Objects.requireNonNull(clients);
        coordinatorFacts = Collections.unmodifiableMap(new TreeMap<>(coordinatorFacts));
        reasons = List.copyOf(reasons);
        findings = List.copyOf(findings);
        phases = List.copyOf(phases);
        intervals = List.copyOf(intervals);
        workers = List.copyOf(workers);
        harness = List.copyOf(harness);
        systemFacts = Collections.unmodifiableMap(new TreeMap<>(systemFacts));
    }

    /** Whether it was carried out, and whether its figures can be believed. */
    public Outcome outcome() {
        return failure.isEmpty() ? Outcome.of(reasons) : Outcome.FAILED;
    }

    /** Rates of the measurement. */
    public Throughput throughput() {
        return Throughput.of(intervals, workload.producerRate());
    }
}

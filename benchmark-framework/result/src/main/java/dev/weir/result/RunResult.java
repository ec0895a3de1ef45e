package dev.weir.result;

import dev.weir.audit.AuditResult;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.durability.Durability;
import dev.weir.measure.LatencySet;
import dev.weir.result.RunHeader.RunIdentity;
import dev.weir.result.code.Finding;
import dev.weir.result.code.Outcome;
import dev.weir.result.code.Reason;
import dev.weir.result.document.RunDetails;
import dev.weir.result.document.RunDetails.RunChecks;
import dev.weir.result.document.RunDocument;
import dev.weir.result.document.ThresholdCheck;
import dev.weir.result.interval.Interval.IntervalSummary;
import dev.weir.result.interval.Throughput;
import dev.weir.workload.Workload;
import java.util.List;

/**
 * Everything that is known about a finished run, whatever its outcome. Its histograms are mutable.
 *
 * @param endNanos epoch nanoseconds of the coordinator
 * @param measured latencies of all messages that were due in the measurement
 * @param document contents of its result file
 */
public record RunResult(RunHeader header, long endNanos, LatencySet measured, AuditResult audit, RunDocument document) {
    public RunDetails weir() {
        return document.weir().orElse(RunDetails.NONE);
    }

    public RunIdentity run() {
        return header.run();
    }

    public Workload workload() {
        return header.workload();
    }

    public DriverConfig driver() {
        return header.driver();
    }

    public Outcome outcome() {
        return document.outcome().orElse(Outcome.FAILED);
    }

    /** Returns why the run failed; empty if it did not. */
    public String failure() {
        return weir().verdict().failure().orElse("");
    }

    public boolean interrupted() {
        return weir().verdict().interrupted();
    }

    public List<Reason> reasons() {
        return weir().verdict().reasons();
    }

    public List<Finding> findings() {
        return weir().verdict().findings();
    }

    public List<ThresholdCheck> thresholds() {
        return weir().checks().thresholds();
    }

    /**
     * Returns the thresholds that count for the exit status and for JUnit: none of a discarded run, and none of a run that
     * a person ended too early.
     */
    public List<ThresholdCheck> countedThresholds() {
        return run().place().isDiscarded() || isEndedBeforeMeasurement() ? List.of() : thresholds();
    }

    /** Returns whether a person ended it so early that it has no figures that could be invalid or miss a threshold. */
    public boolean isEndedBeforeMeasurement() {
        return outcome() != Outcome.FAILED && interrupted() && throughput().seconds() == 0;
    }

    public Durability durability() {
        return RunChecks.DurabilityFact.read(weir().checks().durability());
    }

    public List<IntervalSummary> intervals() {
        return weir().measurements().intervals();
    }

    public Throughput throughput() {
        return Throughput.of(intervals());
    }
}

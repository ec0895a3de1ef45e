package dev.weir.result;

import dev.weir.audit.AuditResult;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.durability.Durability;
import dev.weir.measure.LatencySet;
import dev.weir.result.code.Finding;
import dev.weir.result.code.Outcome;
import dev.weir.result.code.Reason;
import dev.weir.result.document.RunChecks;
import dev.weir.result.document.RunDetails;
import dev.weir.result.document.RunDocument;
import dev.weir.result.document.ThresholdCheck;
import dev.weir.result.interval.IntervalSummary;
import dev.weir.result.interval.Throughput;
import dev.weir.result.run.RunIdentity;
import dev.weir.workload.Workload;
import java.util.List;

/**
 * Everything that is known of a run when it is over, however it ended. A holder, not a value.
 *
 * @param header what was known before it began
 * @param endNanos epoch nanoseconds of the coordinator
 * @param measured latencies of all messages that were due in the measurement
 * @param audit what became of its messages
 * @param document what its result file holds
 */
public record RunResult(RunHeader header, long endNanos, LatencySet measured, AuditResult audit, RunDocument document) {
    /** All fields of its document that are not OMB's. */
    public RunDetails weir() {
        return document.weir().orElse(RunDetails.NONE);
    }

    /** Which run it was. */
    public RunIdentity run() {
        return header.run();
    }

    public Workload workload() {
        return header.workload();
    }

    public DriverConfig driver() {
        return header.driver();
    }

    /** Whether it was carried out, and whether its figures can be believed. */
    public Outcome outcome() {
        return document.outcome().orElse(Outcome.FAILED);
    }

    /** Why it could not be carried out; empty if it could. */
    public String failure() {
        return weir().verdict().failure().orElse("");
    }

    /** Whether a person ended it early. */
    public boolean interrupted() {
        return weir().verdict().interrupted();
    }

    public List<Reason> reasons() {
        return weir().verdict().reasons();
    }

    public List<Finding> findings() {
        return weir().verdict().findings();
    }

    /** What it had to keep to, and whether it did. */
    public List<ThresholdCheck> thresholds() {
        return weir().checks().thresholds();
    }

    /** What an acknowledgement meant. */
    public Durability durability() {
        return RunChecks.Durability.read(weir().checks().durability());
    }

    public List<IntervalSummary> intervals() {
        return weir().measurements().intervals();
    }

    /** Rates of the measurement. */
    public Throughput throughput() {
        return Throughput.of(intervals());
    }
}

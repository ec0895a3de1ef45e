package dev.weir.coordinator.verdict;

import dev.weir.audit.AuditResult;
import dev.weir.coordinator.figures.ErrorCounts;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.coordinator.workers.WorkerLosses;
import dev.weir.result.code.Finding;
import dev.weir.result.interval.Throughput;
import dev.weir.result.journal.IntervalStore;
import java.util.List;
import java.util.Optional;

/**
 * What the load of a run produced, and the workers that carried it. Its parts are mutable.
 *
 * @param causes of lost and repeated messages
 * @param throttled the finding that brokers delayed clients because of quotas; empty if they did not
 */
public record LoadRecord(
        IntervalStore store,
        AuditResult audit,
        ErrorCounts errors,
        List<WorkerLink> workers,
        WorkerLosses losses,
        Causes causes,
        Optional<Finding> throttled) {
    /**
     * Events outside of the audit, each as the end of a sentence; empty if there was none.
     *
     * @param deletedTopics topics that were deleted during the run
     * @param repeats why messages were delivered again, or where
     */
    public record Causes(String deletedTopics, String repeats) {}

    public Throughput throughput() {
        return Throughput.of(store.intervals());
    }

    /** Returns how many messages were due, but not sent before the load ended. */
    public long unsent() {
        return workers.stream().mapToLong(WorkerLink::unsent).sum();
    }

    /** Returns how many late messages were not sent, as the workload asks. */
    public long skipped() {
        return workers.stream().mapToLong(WorkerLink::skipped).sum();
    }

    /** Returns whether no worker ended before it counted the messages that it left out. */
    public boolean leftOutIsKnown() {
        return workers.stream().allMatch(WorkerLink::hasLoadEnded);
    }

    /** Returns what the senders could send of a load with that number of producers. */
    public SenderLimit senderLimit(int producers) {
        return SenderLimit.of(
                workers.stream().flatMap(worker -> worker.senders().stream()).toList(), producers, throughput());
    }

    /** Returns whether messages whose sends failed may have been delivered. */
    public boolean mayHaveDeliveredFailed() {
        return !audit.audited() || audit.violations().deliveredThoughFailed() > 0;
    }
}

package dev.weir.coordinator.verdict;

import dev.weir.audit.AuditResult;
import dev.weir.coordinator.figures.ErrorCounts;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.coordinator.workers.WorkerLosses;
import dev.weir.result.code.Finding;
import dev.weir.result.journal.IntervalStore;
import dev.weir.result.run.ProfileResult;
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
        List<ProfileResult> profiles,
        Causes causes,
        Optional<Finding> throttled) {
    /**
     * Events outside of the audit, each as the end of a sentence; empty if there was none.
     *
     * @param deletedTopics topics that were deleted during the run
     * @param repeats why messages were delivered again, or where
     */
    public record Causes(String deletedTopics, String repeats) {}
}

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
 * @param deletedTopics which topics were deleted during the run, as the end of a sentence; empty if none was
 * @param throttled the finding that brokers delayed clients because of quotas; empty if they did not
 */
public record LoadRecord(
        IntervalStore store,
        AuditResult audit,
        ErrorCounts errors,
        List<WorkerLink> workers,
        WorkerLosses losses,
        List<ProfileResult> profiles,
        String deletedTopics,
        Optional<Finding> throttled) {}

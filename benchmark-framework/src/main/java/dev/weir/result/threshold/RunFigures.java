package dev.weir.result.threshold;

import dev.weir.audit.AuditResult;
import dev.weir.audit.AuditResult.Violations;
import dev.weir.result.code.Outcome;
import dev.weir.workload.goal.Condition;
import dev.weir.workload.goal.Metric;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;

/**
 * Figures for thresholds that are known at the end of a run.
 *
 * @param unsent messages that were due but were not sent
 * @param skipped messages that were skipped because they were late
 * @param memberSilenceNanos longest silence after changes of group members; empty if unknown or without changes
 * @param memberAssignmentNanos longest time until an assignment was complete; empty if unknown or without changes
 */
public record RunFigures(
        AuditResult audit,
        long unsent,
        long skipped,
        Outcome outcome,
        OptionalDouble memberSilenceNanos,
        OptionalDouble memberAssignmentNanos) {
    Figure of(Metric metric) {
        return switch (metric) {
            case UNSENT -> Figure.of(unsent);
            case SKIPPED -> Figure.of(skipped);
            case LOST -> audited(Violations::lost);
            case DUPLICATED -> audited(Violations::duplicated);
            case REORDERED ->
                audit.audited() && audit.violations().reordered().isEmpty()
                        ? Figure.unknown(
                                "the driver does not report the partitions of messages, or all subscriptions are share"
                                        + " groups")
                        : audited(found -> found.reordered().orElse(0));
            case DELIVERED_THOUGH_FAILED -> audited(Violations::deliveredThoughFailed);
            case ABORTED_DELIVERED -> audited(Violations::abortedDelivered);
            case MEMBER_SILENCE -> ofMembers(memberSilenceNanos);
            case MEMBER_ASSIGNMENT -> ofMembers(memberAssignmentNanos);
            case OUTCOME -> Figure.of(Condition.OUTCOMES.indexOf(outcome.name()));
            default -> throw new IllegalArgumentException(metric + " is of intervals");
        };
    }

    private static Figure ofMembers(OptionalDouble nanos) {
        return nanos.isPresent()
                ? Figure.of(nanos.getAsDouble())
                : Figure.unknown(
                        "it is unknown for a change of group members, or there was no change that it applies to");
    }

    private Figure audited(ToLongFunction<Violations> count) {
        if (!audit.audited()) {
            return Figure.unknown("the workload has audit: false");
        }
        if (audit.subscriptions() == 0) {
            return Figure.unknown("there were no subscriptions, so nothing was audited");
        }
        return audit.complete()
                ? Figure.of(count.applyAsLong(audit.violations()))
                : Figure.unknown("the run ended before all had been delivered");
    }
}

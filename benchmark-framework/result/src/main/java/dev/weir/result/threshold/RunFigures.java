package dev.weir.result.threshold;

import dev.weir.audit.AuditResult;
import dev.weir.audit.AuditResult.Violations;
import dev.weir.feature.Features;
import dev.weir.result.code.Outcome;
import dev.weir.result.document.RunDetails;
import dev.weir.result.document.ThresholdCheck.Figure;
import dev.weir.workload.goal.Condition;
import dev.weir.workload.goal.Condition.ComparisonOperator;
import dev.weir.workload.goal.Metric;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Figures for thresholds that are known at the end of a run.
 *
 * @param details result with the parts of features
 */
public record RunFigures(AuditResult audit, UnsentMessages left, Outcome outcome, RunDetails details) {
    /** A bound for a count of which only the least possible value is known. */
    private static final long UNBOUNDED = Long.MAX_VALUE;

    /**
     * Messages that were due and were not sent.
     *
     * @param unsent messages that were still unsent when the load ended
     * @param skipped messages that were skipped because they were late
     * @param complete whether all workers reported both; if not, they are the least possible values
     */
    public record UnsentMessages(long unsent, long skipped, boolean complete) {}

    /** Returns the figure of a condition; unknown if what is unknown decides whether the condition holds. */
    Figure of(Condition condition) {
        Metric metric = condition.metric();
        return switch (metric) {
            case UNSENT -> leftOut(left.unsent, condition);
            case SKIPPED -> leftOut(left.skipped, condition);
            case LOST -> audited(Violations::lost, audit.blocks().unknown(), condition);
            case DUPLICATED -> audited(Violations::duplicated, condition);
            case REORDERED ->
                audit.audited() && audit.violations().reordered().isEmpty()
                        ? Figure.unknown(
                                "the driver does not report the partitions of messages, or all subscriptions are share"
                                        + " groups")
                        : audited(found -> found.reordered().orElse(0), condition);
            case DELIVERED_THOUGH_FAILED -> audited(Violations::deliveredThoughFailed, condition);
            case ABORTED_DELIVERED -> audited(Violations::abortedDelivered, condition);
            case MEMBER_SILENCE, MEMBER_ASSIGNMENT -> ofMembers(PartMetric.of(metric, details));
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

    private Figure leftOut(long known, Condition condition) {
        return between(known, left.complete ? 0 : UNBOUNDED, condition, "some workers ended before they reported it");
    }

    /** A lost worker may have received anything: of other violations, only a least value is known then. */
    private Figure audited(ToLongFunction<Violations> count, Condition condition) {
        return audited(count, audit.blocks().unknown() == 0 ? 0 : UNBOUNDED, condition);
    }

    private Figure audited(ToLongFunction<Violations> count, long further, Condition condition) {
        if (!audit.audited()) {
            return Figure.unknown("the workload has audit: false");
        }
        if (audit.subscriptions() == 0) {
            return Figure.unknown("there were no subscriptions, so nothing was audited");
        }
        if (!audit.complete()) {
            return Figure.unknown("the run ended before all had been delivered");
        }
        long unknown = audit.blocks().unknown();
        String why = String.format(Locale.ROOT, "%,d messages are unknown because a worker was lost", unknown);
        return between(count.applyAsLong(audit.violations()), further, condition, why);
    }

    /** Returns a count that may be higher by a number of further messages; unknown if these decide. */
    private static Figure between(long least, long further, Condition condition, String why) {
        ComparisonOperator comparison = condition.comparison();
        double most = (double) least + further;
        boolean holds = comparison.holds((double) least, condition.limit());
        boolean equalsOne =
                comparison == ComparisonOperator.EQUAL && least <= condition.limit() && condition.limit() <= most;
        boolean decided = further == 0 || (holds == comparison.holds(most, condition.limit()) && !equalsOne);
        return decided ? Figure.of((double) least, further > 0 && !holds) : Figure.unknown(why);
    }

    /**
     * A metric that follows from a part of the result. It is a seat.
     *
     * @param figure returns the figure of a result, in the unit of the metric; empty if it is unknown or does not apply
     */
    public record PartMetric(Metric metric, Function<RunDetails, OptionalDouble> figure) {
        /** Returns the figure of a metric; empty if it is unknown or does not apply. */
        public static OptionalDouble of(Metric metric, RunDetails details) {
            return Features.in(PartMetric.class).stream()
                    .filter(each -> each.metric == metric)
                    .map(each -> each.figure.apply(details))
                    .findFirst()
                    .orElse(OptionalDouble.empty());
        }
    }
}

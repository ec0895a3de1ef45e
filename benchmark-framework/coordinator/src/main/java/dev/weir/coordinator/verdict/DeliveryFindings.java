package dev.weir.coordinator.verdict;

import dev.weir.audit.AuditResult;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.interval.IntervalSummary;
import dev.weir.result.interval.Phase;
import dev.weir.result.journal.IntervalStore;
import dev.weir.result.run.SubscriptionResult;
import dev.weir.result.threshold.TheilSen;
import dev.weir.workload.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Judges whether consumers keep up with acknowledged messages. They fall behind if a subscription receives less than 99
 * % of them in the measurement, or if the backlog of all subscriptions grows, by its trend, by more than 1 % of what is
 * to be delivered. In both cases the difference must exceed the {@link RateTolerance}. Lost messages are no backlog: they have a finding of their own.
 */
final class DeliveryFindings {
    private DeliveryFindings() {}

    static List<Finding> of(
            Workload workload, IntervalStore store, AuditResult audit, List<SubscriptionResult> subscriptions) {
        List<IntervalSummary> measured = store.intervals().stream()
                .filter(interval -> Phase.isMeasured(interval.phase()))
                .toList();
        double seconds = measured.stream().mapToDouble(IntervalSummary::seconds).sum();
        long acknowledged = measured.stream()
                .map(IntervalSummary::counts)
                .mapToLong(counts -> counts.sends().acknowledged())
                .sum();
        List<Finding> findings = new ArrayList<>();
        if (acknowledged == 0
                || subscriptions.stream().allMatch(each -> each.laterStart().isPresent())) {
            return findings;
        }
        // Expired messages are not in the backlog.
        double gone =
                audit.complete() ? audit.violations().lost() + audit.blocks().unknown() : 0;
        double goneOfEach = gone
                / subscriptions.size()
                * acknowledged
                / store.total().sends().acknowledged();
        double perSecond = acknowledged / seconds;
        double tolerated = RateTolerance.messages(workload, perSecond, seconds);
        SubscriptionResult worst = subscriptions.stream()
                .filter(each -> each.laterStart().isEmpty())
                .max(Comparator.comparingLong(SubscriptionResult::backlogGrowthMessages))
                .orElseThrow();
        double missing = worst.backlogGrowthMessages() - goneOfEach;
        if (missing > tolerated) {
            // Expired messages are no backlog, but they were not received either.
            double received = Math.min(perSecond - missing / seconds, worst.deliveredMessagesPerSecond());
            findings.add(Finding.of(
                    FindingCode.DELIVERY_NOT_MET,
                    Math.round(perSecond - received),
                    "subscription %s received %,.0f of the %,.0f messages per second that were acknowledged (%.1f"
                            + " %%)%s",
                    worst.label(),
                    received,
                    perSecond,
                    100 * received / perSecond,
                    ceiling(worst, perSecond)));
        }
        double growth = growth(measured) - goneOfEach * subscriptions.size() / seconds;
        if (growth * seconds > tolerated * subscriptions.size()) {
            findings.add(Finding.of(
                    FindingCode.DELIVERY_NOT_MET,
                    Math.round(growth),
                    "the backlog grew by %,.0f messages per second, to %,d at the end of the measurement: consumers did"
                            + " not keep up",
                    growth,
                    measured.get(measured.size() - 1).backlogMessages()));
        }
        return findings;
    }

    /** Describes the highest rate that the workload lets its consumers process. */
    private static String ceiling(SubscriptionResult subscription, double perSecond) {
        double ceiling = subscription.ceilingMessagesPerSecond().orElse(Double.POSITIVE_INFINITY);
        return ceiling < perSecond
                ? String.format(Locale.ROOT, "; its processing time allows its consumers %,.0f", ceiling)
                : "";
    }

    /** Returns the trend of the backlog in messages per second; 0 where there are too few intervals. */
    private static double growth(List<IntervalSummary> measured) {
        List<TheilSen.Point> ends = new ArrayList<>();
        double end = 0;
        for (IntervalSummary interval : measured) {
            end += interval.seconds();
            ends.add(new TheilSen.Point(end, interval.backlogMessages()));
        }
        return ends.size() < TheilSen.MIN_POINTS ? 0 : TheilSen.slope(ends);
    }
}

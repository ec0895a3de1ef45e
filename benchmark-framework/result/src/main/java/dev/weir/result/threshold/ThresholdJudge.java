package dev.weir.result.threshold;

import dev.weir.driver.durability.Guarantee;
import dev.weir.result.document.ThresholdCheck;
import dev.weir.result.interval.Interval;
import dev.weir.workload.Workload;
import dev.weir.workload.goal.Condition;
import dev.weir.workload.goal.Metric;
import dev.weir.workload.goal.Threshold;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Judges the thresholds of a run, during the run and at its end. Used by the coordinator's thread. */
public final class ThresholdJudge {
    private final Workload workload;
    private final List<ThresholdWatch> watches = new ArrayList<>();
    private long measuredNanos;

    public ThresholdJudge(Workload workload) {
        this.workload = workload;
        workload.run().thresholds().forEach(threshold -> watch(threshold, false));
    }

    /** Adds thresholds for what the client's settings promise, as far as the audit can judge them. */
    public void expect(Guarantee guarantee) {
        if (!workload.run().audited() || workload.subscriptions().count() == 0) {
            return;
        }
        List<Metric> forbidden = workload.run().sections().forbidden();
        List<Metric> broken = !forbidden.isEmpty()
                ? forbidden
                : switch (guarantee) {
                    case NONE -> List.of();
                    case AT_LEAST_ONCE -> List.of(Metric.LOST);
                    case EXACTLY_ONCE -> List.of(Metric.LOST, Metric.DUPLICATED);
                };
        // Consumers that end without a commit, or lose a partition before it, receive messages again; that breaks no
        // promise.
        boolean redelivers = workload.run().sections().redeliver();
        for (Metric metric : broken.stream()
                .filter(each -> each != Metric.DUPLICATED || !redelivers)
                .toList()) {
            Threshold threshold = Threshold.of(Condition.none(metric));
            if (watches.stream().noneMatch(watch -> watch.threshold().equals(threshold))) {
                watch(threshold, true);
            }
        }
    }

    private void watch(Threshold threshold, boolean byDefault) {
        watches.add(new ThresholdWatch(
                threshold, byDefault, workload.timing().sampleInterval(), workload.messagesAtOnce()));
    }

    /**
     * Adds a reporting interval. Call it in their order.
     *
     * @param targetRate target rate in this interval, messages per second; infinite: none
     */
    public void add(Interval interval, double targetRate) {
        if (interval.phase().isMeasured()) {
            measuredNanos += interval.toNanos() - interval.fromNanos();
        }
        watches.forEach(watch -> watch.add(interval, targetRate, measuredNanos));
    }

    /** Returns the first threshold that ends the run; empty if the run may go on. */
    public Optional<ThresholdCheck> aborting() {
        return watches.stream().flatMap(watch -> watch.aborting().stream()).findFirst();
    }

    /** Returns all results in the order of the workload, then those of default thresholds. */
    public List<ThresholdCheck> results(RunFigures figures) {
        return watches.stream().map(watch -> watch.result(figures)).toList();
    }
}

package dev.weir.result.threshold;

import dev.weir.audit.AuditResult;
import dev.weir.host.observation.TimeRange;
import dev.weir.result.code.Outcome;
import dev.weir.result.document.Audit;
import dev.weir.result.document.RunDetails;
import dev.weir.result.document.RunDetails.RunLoad;
import dev.weir.result.document.RunDocument;
import dev.weir.result.document.ThresholdCheck;
import dev.weir.result.document.ThresholdCheck.Figure;
import dev.weir.result.interval.Interval;
import dev.weir.result.threshold.ThresholdJudge.ThresholdWatch;
import dev.weir.result.value.Moment.MomentRange;
import dev.weir.workload.fields.ConditionText;
import dev.weir.workload.goal.Condition;
import dev.weir.workload.goal.Metric;
import dev.weir.workload.goal.Threshold;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Judges the thresholds of a finished result again. Used by one thread. */
public final class StoredThresholds {
    private final RunDocument run;
    private final RunDetails weir;
    private final List<Optional<ThresholdWatch>> watches = new ArrayList<>();

    public StoredThresholds(RunDocument run) {
        this.run = run;
        this.weir = run.weir().orElse(RunDetails.NONE);
        long sampleMillis = run.load().sampleRateMillis().map(Number::longValue).orElse(0L);
        for (ThresholdCheck stated : weir.checks().thresholds()) {
            watches.add(threshold(stated)
                    .map(threshold -> new ThresholdWatch(
                            threshold, stated.byDefault(), Duration.ofMillis(sampleMillis), weir.messagesPerRead())));
        }
    }

    public void add(Interval interval, OptionalDouble targetRate) {
        watches.forEach(
                each -> each.ifPresent(watch -> watch.add(interval, targetRate.orElse(Double.POSITIVE_INFINITY), 0)));
    }

    private static Optional<Threshold> threshold(ThresholdCheck stated) {
        Optional<Duration> window =
                stated.windowSeconds().map(seconds -> Duration.ofNanos(Math.round(seconds.doubleValue() * 1e9)));
        return ConditionText.read(stated.text(), wrong -> {})
                .filter(condition -> window.isEmpty() || condition.metric().isOfIntervals())
                .map(condition -> new Threshold(condition, window, false, Duration.ZERO));
    }

    /** Judges a threshold again from intervals, audit and counts of the result; empty if its text is no condition. */
    public Optional<ThresholdCheck> again(int number) {
        ThresholdCheck stated = weir.checks().thresholds().get(number);
        return watches.get(number)
                .map(watch -> isRepeatable(number) ? watch.result(figures()) : ofItsFigure(watch.threshold(), stated));
    }

    /** Returns whether its figure follows from the result: not if it ended the run, or if the count is unknown. */
    public boolean isRepeatable(int number) {
        boolean known = weir.load().unsent().isPresent()
                && weir.instrument().workers().stream()
                        .allMatch(worker -> worker.lost().isEmpty());
        ThresholdCheck stated = weir.checks().thresholds().get(number);
        return !stated.endedRun()
                && watches.get(number)
                        .map(watch -> watch.threshold().condition().metric())
                        .filter(metric -> known || (metric != Metric.UNSENT && metric != Metric.SKIPPED))
                        .isPresent();
    }

    private static ThresholdCheck ofItsFigure(Threshold threshold, ThresholdCheck stated) {
        OptionalDouble value = stated.number();
        if (value.isEmpty() && stated.value().isPresent()) {
            int outcome =
                    Condition.OUTCOMES.indexOf(String.valueOf(stated.value().get()));
            value = outcome < 0 ? OptionalDouble.empty() : OptionalDouble.of(outcome);
        }
        String why = value.isPresent() ? "" : stated.why().isEmpty() ? "unknown" : stated.why();
        var figure = new Figure(value, stated.greaterThan(), why);
        ThresholdCheck again = ThresholdCheck.of(threshold, stated.byDefault(), figure, range(stated));
        return stated.endedRun() ? again.endingTheRun() : again;
    }

    private static Optional<TimeRange> range(ThresholdCheck stated) {
        MomentRange worst = stated.worst();
        return worst.begin()
                .map(begin -> new TimeRange(
                        begin.epochNanos(), worst.end().orElse(begin).epochNanos()));
    }

    private RunFigures figures() {
        RunLoad load = weir.load();
        var left = new RunFigures.UnsentMessages(
                load.unsent().orElse(0), load.skipped().orElse(0), true);
        return new RunFigures(audit(), left, run.outcome().orElse(Outcome.FAILED), weir);
    }

    private AuditResult audit() {
        return weir.checks()
                .audit()
                .map(Audit::result)
                .orElse(AuditResult.off(false, 0, new AuditResult.Totals(0, 0, 0, 0, 0)));
    }
}

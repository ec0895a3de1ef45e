package dev.weir.report.html.chart;

import dev.weir.report.html.run.ShownRun;
import dev.weir.workload.fields.ConditionText;
import dev.weir.workload.goal.Condition;
import dev.weir.workload.goal.Condition.LimitUnit;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Makes lines for the thresholds of runs and the criteria of searches in the charts of the same figure. */
public final class ThresholdLines {
    private ThresholdLines() {}

    /** Returns the lines of a latency, in milliseconds, as long as the lines beside which they are drawn. */
    public static List<Series> ofLatency(List<ShownRun> runs, String latency, List<Series> drawn) {
        List<Double> xs = Series.places(drawn);
        return conditions(runs, latency)
                .filter(condition -> condition.unit() == LimitUnit.NANOSECONDS)
                .map(condition -> Series.level(condition.text(), condition.limit() / 1e6, xs))
                .toList();
    }

    /** Returns the lines of a rate of a run, in messages per second. */
    static List<Series> ofRate(ShownRun run, String rate, List<Double> xs) {
        OptionalDouble target = run.throughput().target();
        return conditions(List.of(run), rate)
                .filter(condition -> condition.unit() == LimitUnit.MESSAGES_PER_SECOND || target.isPresent())
                .map(condition -> Series.level(
                        condition.text(),
                        condition.unit() == LimitUnit.MESSAGES_PER_SECOND
                                ? condition.limit()
                                : target.orElse(0) * condition.limit() / 100,
                        xs))
                .toList();
    }

    private static Stream<Condition> conditions(List<ShownRun> runs, String metric) {
        return runs.stream()
                .flatMap(run -> run.goals().stream())
                .distinct()
                .flatMap(text -> ConditionText.read(text, wrong -> {}).stream())
                .filter(condition -> condition.metric().key().equals(metric));
    }
}

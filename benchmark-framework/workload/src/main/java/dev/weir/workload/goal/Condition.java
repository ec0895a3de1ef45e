package dev.weir.workload.goal;

import dev.weir.workload.text.Checks;
import dev.weir.workload.text.DurationText;
import dev.weir.workload.text.NumberText;
import java.time.Duration;
import java.util.List;

/**
 * A condition on a figure, such as {@code endToEndResponse.p99 < 50ms}.
 *
 * @param statistic statistic of a latency; {@link Statistic#ONLY} for other metrics
 * @param limit in the unit
 */
public record Condition(
        Metric metric, Statistic statistic, ComparisonOperator comparison, double limit, LimitUnit unit) {
    /** Outcomes from best to worst; the index of each is its number. */
    public static final List<String> OUTCOMES = List.of("VALID", "DEGRADED", "INVALID", "FAILED");

    public Condition {
        Checks.refuseIf(
                (metric.kind() == Metric.Kind.LATENCY) == statistic.equals(Statistic.ONLY),
                metric.key() + " must have a statistic if it is a latency, got " + statistic.kind());
    }

    public static Condition none(Metric count) {
        return new Condition(count, Statistic.ONLY, ComparisonOperator.EQUAL, 0, LimitUnit.MESSAGES);
    }

    public static Condition ofTarget(Metric rate, ComparisonOperator comparison, double percent) {
        return new Condition(rate, Statistic.ONLY, comparison, percent, LimitUnit.PERCENT_OF_TARGET);
    }

    /** Returns the text in a file; parsing it gives an equal value. */
    public String text() {
        return metric.key() + statistic.suffix() + " " + comparison.sign() + " " + limitText();
    }

    private String limitText() {
        return switch (unit) {
            case NANOSECONDS -> DurationText.of(Duration.ofNanos((long) limit));
            case MESSAGES_PER_SECOND, MESSAGES -> NumberText.plain(limit);
            case PERCENT_OF_TARGET -> NumberText.plain(limit) + "% of target";
            case OUTCOME -> OUTCOMES.get((int) limit);
        };
    }
}

package dev.weir.workload.goal;

import dev.weir.workload.text.DurationText;
import dev.weir.workload.text.NumberText;
import java.time.Duration;
import java.util.List;

/**
 * A condition on a figure, such as {@code endToEndResponse.p99 < 50ms}.
 *
 * @param limit in the unit
 */
public record Condition(MetricFigure figure, ComparisonOperator comparison, double limit, LimitUnit unit) {
    /** Outcomes from best to worst; the index of each is its number. */
    public static final List<String> OUTCOMES = List.of("VALID", "DEGRADED", "INVALID", "FAILED");

    public static Condition none(Metric count) {
        return new Condition(new MetricFigure(count, Statistic.ONLY), ComparisonOperator.EQUAL, 0, LimitUnit.MESSAGES);
    }

    public static Condition ofTarget(Metric rate, ComparisonOperator comparison, double percent) {
        return new Condition(new MetricFigure(rate, Statistic.ONLY), comparison, percent, LimitUnit.PERCENT_OF_TARGET);
    }

    public Metric metric() {
        return figure.metric();
    }

    public Statistic statistic() {
        return figure.statistic();
    }

    /** Returns the text in a file; parsing it gives an equal value. */
    public String text() {
        return figure.text() + " " + comparison.sign() + " " + limitText();
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

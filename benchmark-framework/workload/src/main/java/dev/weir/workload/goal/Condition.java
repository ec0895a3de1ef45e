package dev.weir.workload.goal;

import dev.weir.workload.goal.MetricFigure.Statistic;
import dev.weir.workload.text.DurationText;
import dev.weir.workload.text.NumberText;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A condition on a figure, such as {@code endToEndResponse.p99 < 50ms}, with its limit in the unit. */
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

    /** Unit of a threshold's limit and figure. */
    public enum LimitUnit {
        NANOSECONDS("ns"),
        MESSAGES_PER_SECOND("messages/s"),
        /** For rates: 100 is the target rate. */
        PERCENT_OF_TARGET("% of target"),
        MESSAGES("messages"),
        /** For outcomes, which are numbered from VALID, 0, to FAILED, 3. */
        OUTCOME("outcome");

        private final String key;

        LimitUnit(String key) {
            this.key = key;
        }

        public String key() {
            return key;
        }
    }

    /** Relation of a figure to its limit. */
    public enum ComparisonOperator {
        BELOW("<"),
        AT_MOST("<="),
        ABOVE(">"),
        AT_LEAST(">="),
        EQUAL("==");

        private final String sign;

        ComparisonOperator(String sign) {
            this.sign = sign;
        }

        public String sign() {
            return sign;
        }

        public static Optional<ComparisonOperator> of(String sign) {
            return Stream.of(values()).filter(each -> each.sign.equals(sign)).findFirst();
        }

        public boolean holds(double value, double limit) {
            return switch (this) {
                case BELOW -> value < limit;
                case AT_MOST -> value <= limit;
                case ABOVE -> value > limit;
                case AT_LEAST -> value >= limit;
                case EQUAL -> value == limit;
            };
        }

        /** Returns whether the relation holds for each figure that is greater than a value. */
        public boolean holdsAbove(double value, double limit) {
            return (this == ABOVE || this == AT_LEAST) && value >= limit;
        }

        /** Returns how far a figure is beyond its limit; a larger result is worse. */
        public double excess(double value, double limit) {
            return switch (this) {
                case BELOW, AT_MOST -> value - limit;
                case ABOVE, AT_LEAST -> limit - value;
                case EQUAL -> Math.abs(value - limit);
            };
        }
    }
}

package dev.weir.workload.goal;

import dev.weir.workload.text.Checks;
import dev.weir.workload.text.NumberText;
import java.util.Optional;
import java.util.regex.Pattern;

/** Statistic of many samples; a percentile in (0, 100), and 0 for other kinds. */
public record Statistic(Kind kind, double percentile) {
    /** Allowed texts for {@link #parse}, after "must be" in a message. */
    static final String ALLOWED = "one of min, mean, max, or a percentile such as p50 or p99.9";

    private static final Pattern PERCENTILE = Pattern.compile("p([0-9]{1,2}(?:\\.[0-9]{1,6})?)");

    public enum Kind {
        /** The metric has only one figure. */
        ONLY,
        MIN,
        MEAN,
        MAX,
        PERCENTILE
    }

    public static final Statistic ONLY = new Statistic(Kind.ONLY, 0);

    public Statistic {
        Checks.refuseIf(
                kind == Kind.PERCENTILE ? !(percentile > 0 && percentile < 100) : percentile != 0,
                "percentile must be in (0, 100), got " + percentile);
    }

    static Optional<Statistic> parse(String name) {
        var form = PERCENTILE.matcher(name);
        if (form.matches()) {
            return Optional.of(Double.parseDouble(form.group(1)))
                    .filter(value -> value > 0)
                    .map(value -> new Statistic(Kind.PERCENTILE, value));
        }
        return switch (name) {
            case "min" -> Optional.of(new Statistic(Kind.MIN, 0));
            case "mean" -> Optional.of(new Statistic(Kind.MEAN, 0));
            case "max" -> Optional.of(new Statistic(Kind.MAX, 0));
            default -> Optional.empty();
        };
    }

    /** Returns the suffix of a metric's name: {@code .p99}, or nothing. */
    String suffix() {
        return switch (kind) {
            case ONLY -> "";
            case MIN -> ".min";
            case MEAN -> ".mean";
            case MAX -> ".max";
            case PERCENTILE -> ".p" + NumberText.plain(percentile);
        };
    }
}

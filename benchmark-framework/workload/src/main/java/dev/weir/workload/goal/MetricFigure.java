package dev.weir.workload.goal;

import dev.weir.driver.config.NearestName;
import dev.weir.workload.text.Checks;
import dev.weir.workload.text.NumberText;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A figure of a run, such as {@code endToEndResponse.p99}. Only the figures of latencies have several statistics. */
public record MetricFigure(Metric metric, Statistic statistic) {
    public MetricFigure {
        Checks.refuseIf(
                (metric.kind() == Metric.Kind.LATENCY) == statistic.equals(Statistic.ONLY),
                metric.key() + " must have a statistic if it is a latency, and none otherwise, got "
                        + statistic.kind());
    }

    /** Parses a figure. If it is wrong, returns empty, and reports a message about the field. */
    public static Optional<MetricFigure> read(String name, Consumer<String> wrong) {
        return read(name, name, wrong);
    }

    /** Parses a figure inside another text, which messages show. */
    public static Optional<MetricFigure> read(String name, String text, Consumer<String> wrong) {
        Optional<Metric> whole = Metric.of(name);
        if (whole.isPresent()) {
            if (whole.get().kind() != Metric.Kind.LATENCY) {
                return Optional.of(new MetricFigure(whole.get(), Statistic.ONLY));
            }
            wrong.accept(
                    "must name a figure of " + name + ": " + Statistic.ALLOWED + ", as " + name + ".p99, got " + text);
            return Optional.empty();
        }
        int dot = name.indexOf('.');
        Optional<Metric> latency = Metric.of(dot < 0 ? name : name.substring(0, dot))
                .filter(metric -> metric.kind() == Metric.Kind.LATENCY);
        if (latency.isEmpty()) {
            wrong.accept(name + " is nothing that is measured" + advice(name));
            return Optional.empty();
        }
        String figure = name.substring(dot + 1);
        Optional<Statistic> statistic = Statistic.parse(figure);
        if (statistic.isEmpty()) {
            wrong.accept("figure of " + latency.get().key() + " must be " + Statistic.ALLOWED + ", got " + figure);
        }
        return statistic.map(each -> new MetricFigure(latency.get(), each));
    }

    private static String advice(String name) {
        List<String> names = Stream.of(Metric.values()).map(Metric::key).toList();
        int dot = name.indexOf('.');
        // The statistic is no part of a latency's name, but "audit." is part of those names.
        return NearestName.of(name, names)
                .or(() -> dot < 0 ? Optional.empty() : NearestName.of(name.substring(0, dot), names))
                .map(near -> "; did you mean " + near + "?")
                .orElse("; there are " + String.join(", ", names));
    }

    /** Returns the text in a file; parsing it gives an equal value. */
    public String text() {
        return metric.key() + statistic.suffix();
    }

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
}

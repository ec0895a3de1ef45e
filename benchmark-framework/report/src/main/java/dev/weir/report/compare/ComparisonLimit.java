package dev.weir.report.compare;

import dev.weir.report.compare.Judgement.Verdict;
import dev.weir.workload.goal.MetricFigure;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A limit for B, such as {@code endToEndResponse.p99 worse > 5%}.
 *
 * @param worse whether B must not be worse; otherwise it must not be better
 * @param share allowed difference, relative to A
 */
public record ComparisonLimit(MetricFigure figure, boolean worse, double share, String text) {
    private static final Pattern FORM =
            Pattern.compile("([A-Za-z][A-Za-z0-9.]*)\\s+(worse|better)\\s*>\\s*([0-9]{1,4}(?:\\.[0-9]{1,6})?)\\s*%");

    public enum LimitOutcome {
        /** No difference beyond the limit is proven. */
        KEPT,
        /** A difference is proven, and its best estimate is beyond the limit. */
        MISSED,
        /** There are too few runs, or the sides cannot be compared: the result is unknown. */
        NOT_JUDGED
    }

    /** Parses a limit; empty, with a problem, if its form is wrong. */
    public static Optional<ComparisonLimit> read(String text, Consumer<String> wrong) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            String fixed = "; a fixed limit is a threshold of the run: bin/benchmark run --set"
                    + " 'thresholds=[endToEndResponse.p99 < 50ms]'";
            String advice = text.contains("worse") || text.contains("better") ? "" : fixed;
            wrong.accept("must be such as \"endToEndResponse.p99 worse > 5%\", got \"" + text + "\"" + advice);
            return Optional.empty();
        }
        return MetricFigure.read(form.group(1), wrong).flatMap(figure -> {
            if (!MeasuredRun.canCompare(figure)) {
                wrong.accept("must be about a latency or a rate of messages, got " + figure.text());
                return Optional.empty();
            }
            double share = Double.parseDouble(form.group(3)) / 100;
            return Optional.of(new ComparisonLimit(figure, form.group(2).equals("worse"), share, text.strip()));
        });
    }

    /** Judges the limit on a comparison that has this figure among its primary ones. */
    public LimitOutcome judge(Comparison comparison) {
        FigureComparison found = found(comparison);
        boolean known = found.estimate().source() == FigureComparison.Source.RUNS
                && found.estimate().interval().stream().anyMatch(each -> each.confidence() >= 1 - comparison.level())
                && found.judgement().stream().anyMatch(each -> each.verdict() != Verdict.NOT_COMPARABLE);
        if (!known) {
            return LimitOutcome.NOT_JUDGED;
        }
        double worseBy = found.worseBy().orElse(0);
        boolean beyond = (worse ? worseBy : -worseBy) > share;
        return beyond && found.estimate().interval().get().excludesOne() ? LimitOutcome.MISSED : LimitOutcome.KEPT;
    }

    /** Returns what the comparison found about the figure: {@code INCONCLUSIVE, +28.0 %}. */
    public String verdict(Comparison comparison) {
        FigureComparison found = found(comparison);
        return found.judgement().orElseThrow().verdict() + ", "
                + ComparisonFormat.change(found.estimate().ratio());
    }

    private FigureComparison found(Comparison comparison) {
        return comparison.primary().stream()
                .filter(each -> each.figure().equals(figure))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("must be a primary figure, got " + figure.text()));
    }
}

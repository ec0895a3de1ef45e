package dev.weir.report.history;

import dev.weir.report.compare.RankTest;
import dev.weir.report.compare.RatioInterval;
import dev.weir.workload.goal.MetricFigure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.descriptive.Median;

/**
 * A figure of a series over time.
 *
 * @param runs runs that have it, in order
 * @param values their values, nanoseconds or messages per second
 * @param least relative size of a change that counts
 */
public record FigureHistory(
        RunSeries series,
        MetricFigure figure,
        List<HistoryRun> runs,
        List<Double> values,
        List<LevelChange> changes,
        Noise noise,
        double least) {
    static final double CONFIDENCE = 0.95;

    public FigureHistory {
        runs = List.copyOf(runs);
        values = List.copyOf(values);
        changes = List.copyOf(changes);
    }

    public enum State {
        /** The last change that counts made it worse. */
        WORSE,
        /** The last change that counts made it better. */
        BETTER,
        /** No change was found that counts. */
        STEADY,
        /** There are too few runs to find any change. */
        UNKNOWN,
        /** The latest run does not have the figure, which can be the worst of all changes. */
        MISSING;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A change of the level.
     *
     * @param index index of the first run of the new level, among the runs that have the figure
     * @param ratio new level to old level
     * @param interval of the ratio, if the place of the change is right; empty with too few runs
     * @param worseBy by how much the new level is worse, relative to the old one; below 0 if it is better
     */
    public record LevelChange(
            int index,
            HistoryRun lastBefore,
            HistoryRun first,
            double ratio,
            Optional<RatioInterval> interval,
            double worseBy) {}

    static FigureHistory of(MetricFigure figure, RunSeries series, ChangeDetector test, HistoryRules rules) {
        List<HistoryRun> runs = series.runs().stream()
                .filter(run -> run.value(figure).isPresent())
                .toList();
        double[] values =
                runs.stream().flatMapToDouble(run -> run.value(figure).stream()).toArray();
        double[] logs = DoubleStream.of(values).map(Math::log).toArray();
        List<Integer> firsts = test.changes(logs);
        List<double[]> levels = divided(values, firsts);
        List<LevelChange> changes = new ArrayList<>();
        for (int first : firsts) {
            RankTest beside = RankTest.of(levels.get(changes.size()), levels.get(changes.size() + 1));
            changes.add(new LevelChange(
                    first,
                    runs.get(first - 1),
                    runs.get(first),
                    beside.ratio(),
                    beside.interval(1 - CONFIDENCE).or(beside::widest),
                    figure.metric().higherIsBetter() ? 1 - beside.ratio() : beside.ratio() - 1));
        }
        Noise noise = Noise.of(logs, firsts, test, rules.step());
        List<Double> boxed = DoubleStream.of(values).boxed().toList();
        return new FigureHistory(series, figure, runs, boxed, changes, noise, rules.least());
    }

    /** Returns {@code w on kafka, achievedRate}. */
    public String name() {
        return series.name() + ", " + figure.text();
    }

    /** Returns how many runs have no value: a lower bound, too few samples beyond the percentile, or a rate of 0. */
    public int missing() {
        return series.runs().size() - runs.size();
    }

    boolean isLatestMissing() {
        return !runs.contains(series.runs().get(series.runs().size() - 1));
    }

    public State state() {
        if (isLatestMissing()) {
            return State.MISSING;
        }
        Optional<LevelChange> last = last();
        if (last.isPresent()) {
            return last.get().worseBy() > 0 ? State.WORSE : State.BETTER;
        }
        return noise.isTooShort() && changes.isEmpty() ? State.UNKNOWN : State.STEADY;
    }

    public Optional<LevelChange> last() {
        return counted().stream().reduce((one, next) -> next);
    }

    /** Returns the changes that are large enough to count. */
    public List<LevelChange> counted() {
        return changes.stream()
                .filter(change -> Math.abs(change.worseBy()) >= least)
                .toList();
    }

    /** Returns the medians of the levels, in order; none without a value. */
    public List<Double> levels() {
        double[] figures = values.stream().mapToDouble(Double::doubleValue).toArray();
        return divided(figures, changes.stream().map(LevelChange::index).toList()).stream()
                .map(Median.withDefaults()::evaluate)
                .toList();
    }

    /** Divides figures before each of these indexes, which are ascending; none without a figure. */
    static List<double[]> divided(double[] figures, List<Integer> firsts) {
        List<double[]> parts = new ArrayList<>();
        int begin = 0;
        for (int i = 0; i <= firsts.size() && figures.length > 0; i++) {
            int end = i < firsts.size() ? firsts.get(i) : figures.length;
            parts.add(Arrays.copyOfRange(figures, begin, end));
            begin = end;
        }
        return parts;
    }
}

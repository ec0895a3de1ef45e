package dev.weir.report.history;

import dev.weir.report.Columns;
import dev.weir.report.Paragraph;
import dev.weir.report.compare.ComparisonFormat;
import dev.weir.report.history.FigureHistory.LevelChange;
import dev.weir.workload.text.NumberText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Words and figures of a history that a terminal, a Markdown page and an HTML page share. */
public final class HistoryFormat {
    private static final int WIDTH = 100;
    private static final String INDENT = "  ";
    private static final int MAX_IN_ANSWER = 3;

    private HistoryFormat() {}

    /** Returns the answer: which figures are worse than before, since which version. */
    public static String answer(History history) {
        return found(history)
                + figures(history, FigureHistory.State.MISSING, "the latest run has no value")
                + figures(history, FigureHistory.State.UNKNOWN, "there are too few runs");
    }

    private static String figures(History history, FigureHistory.State state, String why) {
        int figures = history.in(state).size();
        String all = NumberText.counted(history.figures().size(), "figure");
        return figures == 0 ? "" : "; for " + figures + " of " + all + ", " + why;
    }

    private static String found(History history) {
        List<FigureHistory> worse = history.in(FigureHistory.State.WORSE);
        if (worse.isEmpty()) {
            return "No regression found in " + history.series().size() + " series";
        }
        String which = worse.stream()
                .limit(MAX_IN_ANSWER)
                .map(figure -> figure.name() + " (" + latest(figure) + ")")
                .collect(Collectors.joining("; "));
        int more = worse.size() - MAX_IN_ANSWER;
        return "Regression in " + which + (more > 0 ? " and " + more + " more" : "");
    }

    private static String latest(FigureHistory figure) {
        LevelChange change = figure.last().orElseThrow();
        return change(change) + ", first bad version "
                + change.first().version().text();
    }

    /** Returns which runs there are, and which are left out. */
    public static String runs(History history) {
        List<HistoryRun> runs = history.series().stream()
                .flatMap(each -> each.runs().stream())
                .sorted(Comparator.comparingLong(HistoryRun::beginNanos))
                .toList();
        String dates = runs.isEmpty()
                ? ""
                : ", " + runs.get(0).date() + " to " + runs.get(runs.size() - 1).date();
        String leftOut = leftOut(history);
        return NumberText.counted(runs.size(), "run") + " in "
                + history.series().size() + " series" + dates + (leftOut.isEmpty() ? "" : "; left out: " + leftOut);
    }

    /** Returns why results are left out, with their number: {@code 2 INVALID, 1 discarded}. */
    public static String leftOut(History history) {
        return history.leftOut().entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", "));
    }

    /** Returns for each figure in which the wanted step cannot be found soon why that is so; empty if there is none. */
    public static List<String> limits(History history) {
        List<String> limits = new ArrayList<>();
        history.figures().forEach(figure -> {
            Noise noise = figure.noise();
            List<String> reasons = new ArrayList<>();
            if (noise.isTooShort()) {
                reasons.add(NumberText.counted(noise.runs(), "run") + " of the latest level, and " + noise.fewestRuns()
                        + " are needed before a step");
            }
            if (noise.forbidsStep()) {
                reasons.add("runs vary by " + share(noise.deviation()) + ", so the smallest step that is found is "
                        + share(noise.smallestStep()));
            }
            if (figure.missing() > 0) {
                String latest = figure.isLatestMissing() ? ", the latest among them," : "";
                reasons.add(
                        NumberText.counted(figure.missing(), "run") + latest
                                + " without a value, because only a lower bound is known, there are too few samples, or it is 0");
            }
            if (!reasons.isEmpty()) {
                limits.add(figure.name() + ": " + String.join("; ", reasons));
            }
        });
        return limits;
    }

    /** Returns what {@link #limits} are about. */
    public static String wanted(History history) {
        return "a step of " + ComparisonFormat.share(history.rules().step()) + " within " + Noise.WITHIN
                + " runs with a probability of " + ComparisonFormat.share(HistoryRules.POWER);
    }

    /** Formats a share for people: {@code 2.4 %}. */
    public static String share(OptionalDouble share) {
        if (share.isEmpty()) {
            return "-";
        }
        double known = share.getAsDouble();
        return String.format(Locale.ROOT, known < 0.001 ? "%.2f %%" : "%.1f %%", 100 * known);
    }

    public static String level(FigureHistory figure) {
        List<Double> levels = figure.levels();
        if (levels.isEmpty()) {
            return "-";
        }
        OptionalDouble last = OptionalDouble.of(levels.get(levels.size() - 1));
        return ComparisonFormat.value(figure.figure(), last) + " " + ComparisonFormat.unit(figure.figure());
    }

    /** Formats {@code +8.1 %}. */
    public static String change(LevelChange change) {
        return ComparisonFormat.change(OptionalDouble.of(change.ratio()));
    }

    /** Formats {@code +4.9 to +12.1 %}, with its confidence if there are too few runs for 95 %. */
    public static String interval(LevelChange change) {
        return change.interval()
                .map(ends -> ComparisonFormat.interval(ends, FigureHistory.CONFIDENCE))
                .orElse("-");
    }

    /** Returns whether a change counts, and its direction: {@code worse}, {@code better}, {@code small}. */
    public static String direction(LevelChange change, FigureHistory figure) {
        return !figure.counted().contains(change) ? "small" : change.worseBy() > 0 ? "worse" : "better";
    }

    /** Returns when and with which versions a level changed, and whether the runs were made on other hosts. */
    public static String place(LevelChange change) {
        HistoryRun first = change.first();
        HistoryRun before = change.lastBefore();
        String hosts = "; on other hosts: " + before.hosts() + " -> " + first.hosts();
        return "since " + first.date() + ": " + first.version().since(before.version())
                + (first.hosts().equals(before.hosts()) ? "" : hosts);
    }

    public static String basis(History history) {
        return "Changes of the mean of the logarithm, found by a permutation test of all runs since the last change, after"
                + " each run. If nothing changes, a series of 50 runs has a change in any of its figures with a"
                + " probability of at most " + ComparisonFormat.share(HistoryRules.FALSE_ALARMS)
                + ". Intervals: " + ComparisonFormat.share(FigureHistory.CONFIDENCE)
                + ", if the place of the change is right. Changes below "
                + ComparisonFormat.share(history.rules().least()) + " count neither as better nor as worse.";
    }

    /** Formats a history as Markdown, such as for a comment of a CI system. */
    public static List<String> markdown(History history) {
        List<String> lines = new ArrayList<>();
        List<String> limits = limits(history);
        if (!limits.isEmpty()) {
            lines.add("These figures do not show " + wanted(history) + ":");
            lines.add("");
            limits.forEach(limit -> lines.add("* " + ComparisonFormat.escapedMarkdown(limit)));
            lines.add("");
        }
        lines.add("**" + ComparisonFormat.escapedMarkdown(answer(history)) + ".**");
        lines.add("");
        lines.add("| | series | figure | latest level | change | interval | |");
        lines.add("|---|---|---|--:|--:|---|---|");
        history.figures().forEach(figure -> {
            String first = "| **" + figure.state().word().toUpperCase(Locale.ROOT) + "** | "
                    + ComparisonFormat.escapedMarkdown(figure.series().name()) + " | "
                    + figure.figure().text() + " | "
                    + level(figure);
            if (figure.changes().isEmpty()) {
                String runs = NumberText.counted(figure.values().size(), "run");
                lines.add(first + " | - | - | " + runs + " |");
            }
            for (LevelChange change : figure.changes()) {
                String place = direction(change, figure) + " " + ComparisonFormat.escapedMarkdown(place(change));
                String begin = change.equals(figure.changes().get(0)) ? first : "| | | | ";
                lines.add(begin + " | " + change(change) + " | " + interval(change) + " | " + place + " |");
            }
        });
        lines.add("");
        lines.add(ComparisonFormat.escapedMarkdown(runs(history)) + ". " + basis(history));
        return lines;
    }

    public static List<String> text(History history) {
        List<String> lines = new ArrayList<>();
        List<String> limits = limits(history);
        if (!limits.isEmpty()) {
            lines.addAll(Paragraph.lines("", INDENT, "These figures do not show " + wanted(history) + ":", WIDTH));
            limits.forEach(limit -> lines.addAll(Paragraph.lines(INDENT, INDENT + INDENT, limit, WIDTH)));
            String advice = "Longer runs on quieter hosts vary less. --step PERCENT asks for another step.";
            lines.addAll(Paragraph.lines(INDENT, INDENT, advice, WIDTH));
            lines.add("");
        }
        lines.addAll(Paragraph.lines("", INDENT, answer(history) + ".", WIDTH));
        lines.addAll(Paragraph.lines("", INDENT, runs(history) + ".", WIDTH));
        for (RunSeries series : history.series()) {
            lines.add("");
            lines.addAll(Paragraph.lines("", INDENT, series.name(), WIDTH));
            lines.addAll(rows(history.figures().stream()
                    .filter(figure -> figure.series().equals(series))
                    .toList()));
        }
        lines.add("");
        lines.addAll(Paragraph.lines("", "", basis(history), WIDTH));
        return lines;
    }

    private static List<String> rows(List<FigureHistory> figures) {
        List<List<String>> rows = new ArrayList<>();
        for (FigureHistory figure : figures) {
            String state = INDENT + figure.state().word().toUpperCase(Locale.ROOT);
            String runs = "no change in " + NumberText.counted(figure.values().size(), "run");
            String none = figure.changes().isEmpty() ? runs : "";
            rows.add(List.of(state, figure.figure().text(), level(figure), none));
            for (LevelChange change : figure.changes()) {
                String place = interval(change) + ", " + place(change);
                rows.add(List.of(INDENT, INDENT + direction(change, figure), change(change), place));
            }
        }
        return Columns.lines(rows, column -> column == 2);
    }
}

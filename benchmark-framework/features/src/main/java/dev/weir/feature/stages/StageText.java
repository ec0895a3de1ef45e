package dev.weir.feature.stages;

import dev.weir.feature.stages.StageBreakdown.Basis;
import dev.weir.feature.stages.StageBreakdown.StageTime;
import dev.weir.report.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Texts about the stages of a message's way, on pages and terminals. */
final class StageText {
    private StageText() {}

    /** Returns lines for a terminal: each figure, then its stages. */
    public static List<String> lines(List<StageBreakdown> breakdowns) {
        List<String> lines = new ArrayList<>();
        for (StageBreakdown each : breakdowns) {
            lines.add(title(each) + ":");
            each.stages()
                    .forEach(stage -> lines.add(String.format(
                            Locale.ROOT,
                            "  %-34s %10s  %s",
                            MessageStage.text(stage.stage()),
                            stage.nanos().isPresent() ? millis(stage) + " ms" : "-",
                            stage.basis())));
            if (each.stages().stream().anyMatch(stage -> stage.is(Basis.INCONSISTENT))) {
                lines.add("  " + INCONSISTENT);
            }
        }
        return lines;
    }

    /** What a remainder below 0 means. */
    public static final String INCONSISTENT =
            "Inconsistent: the stages together are longer than the latency, so some estimates are too long.";

    /** Returns what is divided: {@code mean publishResponse, 3.20 ms}. */
    public static String title(StageBreakdown breakdown) {
        return breakdown.figure() + " " + breakdown.latency() + ", " + (breakdown.lowerBound() ? "> " : "")
                + Figures.millis(breakdown.totalNanos()) + " ms"
                + (breakdown.figure().equals(StageBreakdown.MEAN) ? "" : " (stages do not add up)");
    }

    /** Formats the time of a stage in milliseconds, with its sign; empty if it is unknown. */
    public static String millis(StageTime stage) {
        if (stage.nanos().isEmpty()) {
            return "";
        }
        long nanos = stage.nanos().getAsLong();
        return (nanos < 0 ? "-" : "") + Figures.millis(Math.abs(nanos));
    }
}

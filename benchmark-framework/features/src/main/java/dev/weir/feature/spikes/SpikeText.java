package dev.weir.feature.spikes;

import dev.weir.feature.spikes.LatencySpikes.CauseShare;
import dev.weir.feature.spikes.LatencySpikes.Spike;
import dev.weir.report.Figures;
import dev.weir.result.code.Code;
import dev.weir.result.code.SpikeCause;
import dev.weir.result.value.IsoTime;
import dev.weir.workload.text.NumberText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Sentences about latency spikes and their causes, on pages and terminals. */
final class SpikeText {
    private static final double PERCENT = 100;
    private static final int MAX_CAUSES = 5;
    /** In an answer: how many there are, and two causes. */
    private static final int MAX_SENTENCES = 3;

    private SpikeText() {}

    /** Returns the answer: how many spikes there are, and which share of their time each cause explains. */
    static List<String> summary(LatencySpikes spikes) {
        String threshold = Figures.millis(spikes.thresholdNanos()) + " ms";
        if (spikes.count() == 0) {
            return List.of("There are no latency spikes: in no second, the longest " + spikes.latency() + " exceeds "
                    + threshold + ".");
        }
        List<String> sentences = new ArrayList<>();
        String usual = spikes.usualNanos() == 0
                ? "No message ended while the load was measured."
                : "The longest latency of a second is usually " + Figures.millis(spikes.usualNanos()) + " ms.";
        sentences.add(String.format(
                Locale.ROOT,
                "%s above %s (%s). %s",
                NumberText.counted(spikes.count(), "latency spike"),
                threshold,
                spikes.latency(),
                usual));
        for (CauseShare each : spikes.causes().stream().limit(MAX_CAUSES).toList()) {
            boolean known = each.cause() != SpikeCause.UNKNOWN_CAUSE;
            sentences.add(String.format(
                    Locale.ROOT,
                    known
                            ? "%.0f %% of the delay beyond %s coincides with: %s (%s)."
                            : "%.0f %% of the delay beyond %s has an unknown cause (%4$s).",
                    PERCENT * each.share(),
                    threshold,
                    cause(each.cause(), each.where()),
                    NumberText.counted(each.spikes(), "spike")));
        }
        return sentences;
    }

    /** Returns how many spikes there are, and their main causes; empty if there are no spikes. */
    static Optional<String> answer(LatencySpikes spikes) {
        return spikes.count() == 0
                ? Optional.empty()
                : Optional.of(summary(spikes).stream().limit(MAX_SENTENCES).collect(Collectors.joining(" ")));
    }

    static String line(Spike spike) {
        return String.format(
                Locale.ROOT,
                "from %s until %s, up to %s ms, %.0f %% of the delay: %s%s",
                IsoTime.timeOfDay(spike.begin().epochNanos()),
                IsoTime.timeOfDay(spike.end().epochNanos()),
                Figures.millis(spike.worstNanos()),
                PERCENT * spike.share(),
                cause(spike.cause(), spike.where()),
                spike.alsoPossible().isEmpty() ? "" : " (also possible: " + spike.alsoPossible() + ")");
    }

    static String cause(Code cause, String where) {
        return cause instanceof SpikeCause known ? known.text(where) : cause.name() + " " + where;
    }
}

package dev.weir.measure;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Which samples a line of a histogram log holds.
 *
 * @param warmup whether the messages were due in the warm-up
 * @param negative whether it holds the magnitudes of negative samples
 */
public record HistogramTag(Latency latency, boolean warmup, boolean negative) {
    private static final Map<String, HistogramTag> BY_TEXT = new HashMap<>();

    static {
        for (Latency latency : Latency.values()) {
            for (boolean warmup : new boolean[] {false, true}) {
                for (boolean negative : new boolean[] {false, true}) {
                    var tag = new HistogramTag(latency, warmup, negative);
                    BY_TEXT.put(tag.text(), tag);
                }
            }
        }
    }

    public HistogramTag {
        Objects.requireNonNull(latency);
    }

    /** As the log has it. */
    String text() {
        return (warmup ? "warmUp." : "") + latency.key() + (negative ? ".negative" : "");
    }

    static Optional<HistogramTag> of(String text) {
        return Optional.ofNullable(BY_TEXT.get(text));
    }
}

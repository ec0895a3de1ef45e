package dev.weir.measure;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * States which samples a line of a histogram log contains.
 *
 * @param warmup whether the messages were due in the warm-up
 */
public record HistogramTag(Latency latency, boolean warmup, SampleKind kind) {
    private static final Map<String, HistogramTag> BY_TEXT = new HashMap<>();

    static {
        for (Latency latency : Latency.values()) {
            for (boolean warmup : new boolean[] {false, true}) {
                for (SampleKind kind : SampleKind.values()) {
                    var tag = new HistogramTag(latency, warmup, kind);
                    BY_TEXT.put(tag.text(), tag);
                }
            }
        }
    }

    String text() {
        return (warmup ? "warmUp." : "") + latency.key() + kind.suffix();
    }

    static Optional<HistogramTag> of(String text) {
        return Optional.ofNullable(BY_TEXT.get(text));
    }
}

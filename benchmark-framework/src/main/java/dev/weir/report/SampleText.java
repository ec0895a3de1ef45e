package dev.weir.report;

import dev.weir.result.interval.LatencySummary;
import dev.weir.result.stored.StoredLatency;
import java.util.Locale;

/** States how many samples a latency rests on. */
public final class SampleText {
    private static final String UNKNOWN = "number of samples unknown";

    private SampleText() {}

    /** Returns, for example, {@code 4,800 samples, 12 of them negative, 3 without end}. */
    public static String of(LatencySummary summary) {
        StringBuilder text = new StringBuilder(
                String.format(Locale.ROOT, "%,d sample%s", summary.count(), summary.count() == 1 ? "" : "s"));
        if (summary.negative() > 0) {
            text.append(String.format(Locale.ROOT, ", %,d of them negative", summary.negative()));
        }
        if (summary.censored() > 0) {
            text.append(String.format(Locale.ROOT, ", %,d more without end", summary.censored()));
        }
        return text.toString();
    }

    /** Returns the same of a latency that was read; OMB's files do not have the numbers. */
    public static String of(StoredLatency latency) {
        return latency.samples().isPresent() ? of(latency.summary()) : UNKNOWN;
    }
}

package dev.weir.cli.output;

import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import dev.weir.report.Figures;
import dev.weir.result.interval.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Formats an interval of the load for a terminal. */
public final class ProgressText {
    private ProgressText() {}

    /**
     * Returns the achieved and target rate with the payload, reads if there are any, headline latencies, and backlog:
     * {@code 4,998 of 5,000 msg/s} and so on. Each part stays together on a line.
     */
    static List<String> parts(Interval interval, double targetMessagesPerSecond) {
        double seconds = Math.max(interval.seconds(), 1e-9);
        Counts counts = interval.counts();
        if (counts.sends().sent() == 0
                && counts.sends().acknowledged() == 0
                && counts.receipts().received() > 0) {
            return List.of("received " + Figures.rate(counts.receipts().received() / seconds) + " msg/s  "
                    + Figures.mebibytesPerSecond(counts.receivedMebibytes() / seconds));
        }
        String reads = interval.reads() == 0
                ? ""
                : Figures.rate(interval.reads() / seconds) + " reads/s  "
                        + quantiles(interval.latencies(), LatencySet::readHeadline);
        if (counts.sends().sent() == 0 && counts.sends().acknowledged() == 0 && !reads.isEmpty()) {
            return List.of(reads);
        }
        List<String> parts = new ArrayList<>();
        // Reads are a part of the target, so written messages are not compared with all of it.
        double target = interval.reads() > 0 ? Double.POSITIVE_INFINITY : targetMessagesPerSecond;
        parts.add(Figures.rate(counts.sends().acknowledged() / seconds) + target(target) + " msg/s  "
                + Figures.mebibytesPerSecond(counts.acknowledgedMebibytes() / seconds));
        if (!reads.isEmpty()) {
            parts.add(reads);
        }
        parts.add("publish " + quantiles(interval.latencies(), LatencySet::publishHeadline));
        parts.add("end-to-end " + quantiles(interval.latencies(), LatencySet::endToEndHeadline));
        parts.add("backlog " + Figures.count(interval.backlog()));
        return parts;
    }

    /** Formats {@code 1:05}. */
    public static String clock(long nanos) {
        long seconds = Math.max(0, Math.round(nanos / 1e9));
        return String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60);
    }

    private static String target(double messagesPerSecond) {
        return Double.isInfinite(messagesPerSecond) ? "" : " of " + Figures.rate(messagesPerSecond);
    }

    private static String quantiles(LatencySet latencies, Function<LatencySet, Latency> headline) {
        LatencySamples samples = latencies.of(headline.apply(latencies));
        return samples.total() == 0
                ? "-"
                : "p50 " + quantile(samples, 50) + "  p99 " + quantile(samples, 99) + "  max " + quantile(samples, 100)
                        + " ms";
    }

    private static String quantile(LatencySamples samples, double percentile) {
        return (samples.isCensored(percentile) ? "> " : "") + Figures.millis(samples.percentileNanos(percentile));
    }
}

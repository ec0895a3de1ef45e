package dev.weir.referee;

import dev.weir.driver.referee.RefereeFigures;
import dev.weir.driver.referee.RefereeKind;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.result.RunResult;
import dev.weir.result.interval.IntervalSummary;
import dev.weir.result.interval.Phase;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * One run of both sides.
 *
 * @param ours Weir's run
 * @param resultFile file of that run's result
 * @param theirs the tool's figures
 */
public record RefereePair(RefereeKind kind, RunResult ours, Path resultFile, RefereeFigures theirs) {

    /** Returns the latency that corresponds to the tool's. */
    static Latency service(RefereeKind kind) {
        return kind == RefereeKind.END_TO_END ? Latency.END_TO_END_SERVICE : Latency.PUBLISH_SERVICE;
    }

    /** Returns the latency from the intended send time, which no tool has. */
    static Latency response(RefereeKind kind) {
        return kind == RefereeKind.END_TO_END ? Latency.END_TO_END_RESPONSE : Latency.PUBLISH_RESPONSE;
    }

    /** Returns how many messages at the begin do not count for the rate of either side, if messages are read. */
    static long warmupOf(RefereeKind kind, long messages) {
        return kind == RefereeKind.SHARE_CONSUMER ? messages / 2 : 0;
    }

    /** Returns Weir's figures by the names of the tool's. */
    Map<String, Double> values() {
        Map<String, Double> values = new LinkedHashMap<>();
        if (kind.reads()) {
            putReceived(values);
            return values;
        }
        long acknowledged = measured(ours).sends().acknowledged();
        values.put(RefereeFigures.MESSAGES, (double) acknowledged);
        values.put(RefereeFigures.MESSAGES_PER_SECOND, ours.throughput().achievedMessagesPerSecond());
        values.put(
                RefereeFigures.MEBIBYTES_PER_SECOND, ours.throughput().payload().achievedMebibytesPerSecond());
        putLatency(service(kind), values);
        return values;
    }

    /** Returns the same figures from the intended send times; empty if there were none. */
    Map<String, Double> responseValues() {
        Map<String, Double> values = new LinkedHashMap<>();
        if (!kind.reads() && ours.measured().has(response(kind))) {
            putLatency(response(kind), values);
        }
        return values;
    }

    /** Returns the messages in the measurement of a run. */
    static Counts measured(RunResult run) {
        return counts(run, Phase::isMeasured);
    }

    /** Returns the messages in its warm-up. */
    static Counts warmup(RunResult run) {
        return counts(run, Phase.WARM_UP.key()::equals);
    }

    private static Counts counts(RunResult run, Predicate<String> phases) {
        return run.intervals().stream()
                .filter(interval -> phases.test(interval.phase()))
                .map(IntervalSummary::counts)
                .reduce(Counts.NONE, Counts::plus);
    }

    private void putLatency(Latency latency, Map<String, Double> values) {
        // The tools leave out messages that failed.
        LatencySamples samples = ours.measured().of(latency).ended();
        values.put(RefereeFigures.MEAN_MILLIS, samples.meanNanos() / 1e6);
        putPercentile(samples, 50, RefereeFigures.P50_MILLIS, values);
        putPercentile(samples, 95, RefereeFigures.P95_MILLIS, values);
        putPercentile(samples, 99, RefereeFigures.P99_MILLIS, values);
        putPercentile(samples, 99.9, RefereeFigures.P999_MILLIS, values);
        values.put(RefereeFigures.MAX_MILLIS, samples.maxNanos() / 1e6);
    }

    private static void putPercentile(
            LatencySamples samples, double percentile, String name, Map<String, Double> values) {
        if (samples.isAdequate(percentile)) {
            values.put(name, samples.percentileNanos(percentile) / 1e6);
        }
    }

    /** Adds the rate between the first and the last message that counts, which can be inside intervals. */
    private void putReceived(Map<String, Double> values) {
        List<IntervalSummary> coming = ours.intervals().stream()
                .filter(interval -> interval.counts().receipts().received() > 0)
                .toList();
        Counts all = coming.stream().map(IntervalSummary::counts).reduce(Counts.NONE, Counts::plus);
        values.put(RefereeFigures.MESSAGES, (double) all.receipts().received());
        long warmup = warmupOf(kind, all.receipts().received());
        int first = 0;
        for (long before = 0; first < coming.size() && before < warmup; first++) {
            before += coming.get(first).counts().receipts().received();
        }
        first = Math.max(1, first);
        if (coming.size() > first + 1) {
            List<IntervalSummary> whole = coming.subList(first, coming.size() - 1);
            Counts counts = whole.stream().map(IntervalSummary::counts).reduce(Counts.NONE, Counts::plus);
            double seconds =
                    whole.stream().mapToDouble(IntervalSummary::seconds).sum();
            values.put(RefereeFigures.MESSAGES_PER_SECOND, counts.receipts().received() / seconds);
            values.put(RefereeFigures.MEBIBYTES_PER_SECOND, counts.receivedMebibytes() / seconds);
        }
    }
}

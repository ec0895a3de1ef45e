package dev.weir.result.journal;

import dev.weir.measure.HistogramLogReader;
import dev.weir.measure.HistogramTag;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencyHistogram;
import dev.weir.measure.LatencySet;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Interval.IntervalSummary;
import dev.weir.result.interval.PartSummary;
import dev.weir.result.interval.PartSummary.PartTotal;
import dev.weir.result.interval.PartSummary.PartTotal.Part;
import dev.weir.result.journal.StoredJournal.JournaledInterval;
import dev.weir.result.omb.OmbSeries;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Histograms of a journal's intervals, read from the log beside it, and merged like {@link IntervalStore} merges them,
 * with one interval in memory at a time. Used by one thread.
 */
final class RecoveredHistograms implements HistogramLogReader.Listener {
    private final List<JournaledInterval> intervals;
    private final Consumer<Interval> listener;
    private final List<IntervalSummary> summaries = new ArrayList<>();
    private final List<PartTotal> parts = new ArrayList<>();
    private final OmbSeries ombSeries = new OmbSeries();
    private final LatencySet measured = new LatencySet();
    private LatencySet warmupOfInterval = new LatencySet();
    private LatencySet measuredOfInterval = new LatencySet();
    private long published;
    private final Set<Latency> known = EnumSet.noneOf(Latency.class);
    private int current;
    private boolean open;
    private long unreadableBytes;
    private Optional<String> trouble = Optional.empty();

    private RecoveredHistograms(List<JournaledInterval> intervals, Consumer<Interval> listener) {
        this.intervals = intervals;
        this.listener = listener;
    }

    static RecoveredHistograms of(Path log, List<JournaledInterval> intervals) {
        return of(log, intervals, interval -> {});
    }

    /** Reads a log. The listener receives each interval, in order. */
    static RecoveredHistograms of(Path log, List<JournaledInterval> intervals, Consumer<Interval> listener) {
        var histograms = new RecoveredHistograms(intervals, listener);
        if (!intervals.isEmpty()) {
            histograms.read(log);
        }
        return histograms;
    }

    private void read(Path log) {
        try {
            unreadableBytes = HistogramLogReader.read(log, tag -> true, this);
        } catch (IOException e) {
            trouble = Optional.of(log + " cannot be read: " + e);
        }
        while (current < intervals.size()) {
            close();
        }
    }

    /** Begins an interval. The journal can lack the last one, and others if it was damaged. */
    @Override
    public void interval(long fromNanos, long toNanos) {
        int found = current;
        while (found < intervals.size() && !intervals.get(found).is(fromNanos, toNanos)) {
            found++;
        }
        open = found < intervals.size();
        while (open && current < found) {
            close();
        }
    }

    @Override
    public void histogram(HistogramTag tag, long middleNanos, LatencyHistogram histogram) {
        if (open) {
            LatencySet set = tag.warmup() ? warmupOfInterval : measuredOfInterval;
            set.of(tag.latency()).of(tag.kind()).add(histogram);
            known.add(tag.latency());
        }
    }

    private void close() {
        JournaledInterval noted = intervals.get(current++);
        IntervalSummary summary = noted.interval();
        var interval = new Interval(
                noted.phase(),
                noted.fromNanos(),
                noted.toNanos(),
                summary.seconds(),
                summary.counts(),
                summary.backlogMessages(),
                warmupOfInterval,
                measuredOfInterval);
        warmupOfInterval = new LatencySet();
        measuredOfInterval = new LatencySet();
        measured.add(interval.measured());
        for (LatencySet each : List.of(interval.warmup(), interval.measured())) {
            published += each.has(Latency.PUBLISH_SERVICE)
                    ? each.of(Latency.PUBLISH_SERVICE).count()
                    : 0;
        }
        summaries.add(IntervalSummary.of(interval, summary.targetMessagesPerSecond()));
        ombSeries.add(interval);
        listener.accept(interval);
        if (interval.phase().isLoaded()) {
            PartTotal.last(parts, new Part(interval.phase(), noted.part()), interval.fromNanos())
                    .add(interval);
        }
    }

    OmbSeries ombSeries() {
        return ombSeries;
    }

    /** Returns the latencies of all messages that were due in the measurement, as far as they are known. */
    LatencySet measured() {
        return measured;
    }

    /** Returns whether there are samples of a latency, also of the warm-up. */
    boolean has(Latency latency) {
        return known.contains(latency);
    }

    /** Returns the number of acknowledged messages whose latency is in the log, of all intervals. */
    long published() {
        return published;
    }

    List<IntervalSummary> summaries() {
        return summaries;
    }

    List<PartSummary> parts() {
        return PartTotal.summaries(parts);
    }

    long unreadableBytes() {
        return unreadableBytes;
    }

    /** Returns why there are no histograms; empty if there are. */
    Optional<String> trouble() {
        return trouble;
    }
}

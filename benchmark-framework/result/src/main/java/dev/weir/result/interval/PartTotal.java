package dev.weir.result.interval;

import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import dev.weir.result.interval.PartSummary.PartChange;
import dev.weir.result.value.IsoTime;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Sums up the intervals of a part. Used by the coordinator's thread. */
public final class PartTotal {
    private static final List<Latency> COMPARED = List.of(
            Latency.PUBLISH_RESPONSE, Latency.PUBLISH_SERVICE, Latency.END_TO_END_RESPONSE, Latency.END_TO_END_SERVICE);

    private static final int MAX_PIECES = 200;

    private final Part part;
    private final long beginNanos;
    private final LatencySet latencies = new LatencySet();
    private final Map<Latency, List<LatencySamples>> pieces = new EnumMap<>(Latency.class);
    private Counts counts = Counts.NONE;
    private double seconds;
    private long backlog;

    private PartTotal(Part part, long beginNanos) {
        this.part = part;
        this.beginNanos = beginNanos;
    }

    /** Returns the total of the current part; adds one if the part is new. */
    public static PartTotal last(List<PartTotal> totals, Part part, long beginNanos) {
        if (totals.isEmpty() || !totals.get(totals.size() - 1).part.equals(part)) {
            totals.add(new PartTotal(part, beginNanos));
        }
        return totals.get(totals.size() - 1);
    }

    public void add(Interval interval) {
        counts = counts.plus(interval.counts());
        seconds += interval.seconds();
        backlog = interval.backlog();
        latencies.add(interval.latencies());
        if (isOfMeasurement()) {
            COMPARED.forEach(latency -> addPiece(
                    pieces.computeIfAbsent(latency, absent -> new ArrayList<>()),
                    interval.latencies().of(latency)));
        }
    }

    /** Adds samples; merges neighbours if there are many pieces. */
    private static void addPiece(List<LatencySamples> pieces, LatencySamples samples) {
        LatencySamples piece = BlockBootstrap.sum(List.of(samples));
        piece.compact();
        pieces.add(piece);
        if (pieces.size() >= MAX_PIECES) {
            for (int i = 0; i < pieces.size() - 1; i++) {
                pieces.get(i).add(pieces.remove(i + 1));
                pieces.get(i).compact();
            }
        }
    }

    public static List<PartSummary> summaries(List<PartTotal> totals) {
        Optional<PartTotal> first =
                totals.stream().filter(PartTotal::isOfMeasurement).findFirst();
        return totals.stream().map(total -> total.summary(first)).toList();
    }

    private boolean isOfMeasurement() {
        return part.phase() == Phase.MEASUREMENT;
    }

    private Map<String, PartChange> changes(Optional<PartTotal> first) {
        Map<String, PartChange> changes = new TreeMap<>();
        first.filter(other -> other != this && isOfMeasurement())
                .ifPresent(other -> COMPARED.forEach(latency -> PartChange.of(other.of(latency), of(latency))
                        .ifPresent(change -> changes.put(latency.key(), change))));
        return changes;
    }

    private List<LatencySamples> of(Latency latency) {
        return pieces.getOrDefault(latency, List.of());
    }

    private PartSummary summary(Optional<PartTotal> first) {
        return new PartSummary(
                part.name(),
                part.phase().key(),
                IsoTime.of(beginNanos),
                seconds,
                counts,
                backlog,
                LatencySummary.byName(latencies),
                changes(first));
    }

    /**
     * A phase, or a stretch of a phase whose figures are separate, such as before and after retention began.
     *
     * @param name name for people and results; a phase that is one part has its own name
     */
    public record Part(Phase phase, String name) {
        public static Part whole(Phase phase) {
            return new Part(phase, phase.key());
        }
    }
}

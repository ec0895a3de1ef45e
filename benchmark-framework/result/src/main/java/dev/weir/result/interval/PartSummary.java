package dev.weir.result.interval;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import dev.weir.result.value.IsoTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * What happened in a part of the load.
 *
 * @param phase key of its phase
 * @param begin ISO-8601
 * @param counts messages, by when the event happened
 * @param backlogMessages outstanding deliveries at its end
 * @param latency latencies by name, of messages that were acknowledged or received in this part; in the warm-up
 *     those that were due in it, later only those that were due after it
 * @param p99Changes changes against the first part by name, for a later part of the measurement
 */
@JsonPropertyOrder({
    "part",
    "phase",
    "begin",
    "seconds",
    "counts",
    "offeredMessagesPerSecond",
    "achievedMessagesPerSecond",
    "deliveredMessagesPerSecond"
})
public record PartSummary(
        String part,
        String phase,
        String begin,
        double seconds,
        Counts counts,
        long backlogMessages,
        Map<String, LatencySummary> latency,
        Map<String, PartChange> p99Changes) {
    public PartSummary {
        latency = Collections.unmodifiableMap(new TreeMap<>(latency));
        p99Changes = Collections.unmodifiableMap(new TreeMap<>(p99Changes));
    }

    /** Send calls made. */
    @JsonProperty
    public double offeredMessagesPerSecond() {
        return perSecond(counts.sends().sent());
    }

    /** Messages acknowledged. */
    @JsonProperty
    public double achievedMessagesPerSecond() {
        return perSecond(counts.sends().acknowledged());
    }

    /** Messages received, of all subscriptions together that are there from the begin. */
    @JsonProperty
    public double deliveredMessagesPerSecond() {
        return perSecond(counts.receipts().received());
    }

    private double perSecond(long messages) {
        return messages / Math.max(seconds, 1e-9);
    }

    /** How one of two latencies has changed: of response times, or where nothing has a due time, of service times. */
    public Optional<PartChange> p99Change(String response, String service) {
        return Optional.ofNullable(p99Changes.get(response)).or(() -> Optional.ofNullable(p99Changes.get(service)));
    }

    /**
     * Change of the p99 from the first part of the measurement to another one. The bounds contain the change with 95 %
     * confidence, by the variation between intervals.
     *
     * @param ratio the part's p99 divided by the first part's
     * @param low lower bound, above 0
     * @param high upper bound
     */
    public record PartChange(double ratio, double low, double high) {
        private static final double P99 = 99;

        /**
         * Computes the change of one latency from the samples of each interval of both parts, in order; empty if there are
         * too few intervals or samples, or if a p99 is among latencies that did not end.
         */
        static Optional<PartChange> of(List<LatencySamples> first, List<LatencySamples> part) {
            LatencySamples before = BlockBootstrap.sum(first);
            LatencySamples after = BlockBootstrap.sum(part);
            boolean known = Math.min(first.size(), part.size()) >= BlockBootstrap.MIN_INTERVALS
                    && before.isAdequate(P99)
                    && after.isAdequate(P99)
                    && !before.isCensored(P99)
                    && !after.isCensored(P99);
            if (!known) {
                return Optional.empty();
            }
            SplittableRandom random = BlockBootstrap.random();
            Iterator<LatencySamples> ofFirst =
                    BlockBootstrap.draw(first, random).iterator();
            Iterator<LatencySamples> ofPart = BlockBootstrap.draw(part, random).iterator();
            double[] ratios = new double[BlockBootstrap.SAMPLES];
            for (int i = 0; i < ratios.length; i++) {
                LatencySamples drawn = ofFirst.next();
                ratios[i] = ratio(drawn, ofPart.next());
            }
            double[] ends = BlockBootstrap.ends(ratios);
            return Optional.of(new PartChange(ratio(before, after), ends[0], ends[1]));
        }

        private static double ratio(LatencySamples before, LatencySamples after) {
            return (double) Math.max(1, after.percentileNanos(P99)) / Math.max(1, before.percentileNanos(P99));
        }
    }

    /** Sums up the intervals of a part. Used by the coordinator's thread. */
    public static final class PartTotal {
        private static final List<Latency> COMPARED = List.of(
                Latency.PUBLISH_RESPONSE,
                Latency.PUBLISH_SERVICE,
                Latency.END_TO_END_RESPONSE,
                Latency.END_TO_END_SERVICE);

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
}

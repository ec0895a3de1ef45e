package dev.weir.coordinator.system;

import dev.weir.host.observation.TimeRange;
import dev.weir.measure.Latency;
import dev.weir.result.interval.IntervalSummary;
import dev.weir.result.interval.Phase;
import dev.weir.result.interval.PhaseSpan;
import dev.weir.result.value.IsoTime;
import dev.weir.workload.ProfiledPart;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Finds begin and end of the profiled part of a run, on the coordinator's clock. */
final class ProfiledTime {
    private static final String TAIL = "p99";

    /** A response time includes the service time, so the larger one is the headline. */
    private static final List<Latency> HEADLINES = List.of(
            Latency.PUBLISH_RESPONSE, Latency.PUBLISH_SERVICE, Latency.END_TO_END_RESPONSE, Latency.END_TO_END_SERVICE);

    private ProfiledTime() {}

    /** Returns begin and end; empty if the run did not reach that part. */
    static Optional<TimeRange> of(ProfiledPart part, List<PhaseSpan> phases, List<IntervalSummary> intervals) {
        if (part == ProfiledPart.WORST_INTERVAL) {
            return intervals.stream()
                    .filter(interval -> Phase.isMeasured(interval.phase()) && tailNanos(interval) > 0)
                    .max(Comparator.comparingLong(ProfiledTime::tailNanos))
                    .map(ProfiledTime::range);
        }
        List<PhaseSpan> spans = phases.stream()
                .filter(span -> part == ProfiledPart.MEASUREMENT
                        ? Phase.isMeasured(span.phase())
                        : span.phase().equals(part.key()))
                .toList();
        return spans.isEmpty()
                ? Optional.empty()
                : Optional.of(new TimeRange(
                        spans.get(0).begin().epochNanos(),
                        spans.get(spans.size() - 1).end().epochNanos()));
    }

    /**
     * Returns the higher 99th percentile of publishing and delivery in an interval, nanoseconds. It is 0 with too few
     * samples. One that is only a lower bound ranks above all others.
     */
    private static long tailNanos(IntervalSummary interval) {
        return HEADLINES.stream()
                .map(latency -> interval.latency().get(latency.key()))
                .filter(Objects::nonNull)
                .mapToLong(latency -> latency.greaterThan().contains(TAIL)
                        ? Long.MAX_VALUE
                        : latency.quantilesNanos().getOrDefault(TAIL, 0L))
                .max()
                .orElse(0);
    }

    private static TimeRange range(IntervalSummary interval) {
        long begin = IsoTime.epochNanos(interval.begin());
        return new TimeRange(begin, begin + Math.round(interval.seconds() * 1e9));
    }
}

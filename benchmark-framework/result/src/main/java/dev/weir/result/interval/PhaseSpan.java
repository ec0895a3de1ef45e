package dev.weir.result.interval;

import dev.weir.host.observation.TimeRange;
import dev.weir.result.value.Moment;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Time span of a phase, on the coordinator's clock.
 *
 * @param phase its key; see {@link Phase#of}
 */
public record PhaseSpan(String phase, Moment begin, Moment end, double seconds) {
    public static PhaseSpan of(Phase phase, long beginNanos, long endNanos) {
        return new PhaseSpan(phase.key(), new Moment(beginNanos), new Moment(endNanos), (endNanos - beginNanos) / 1e9);
    }

    /** Returns the time from the first to the last of the measured phases; empty if there is none. */
    public static Optional<TimeRange> measured(List<PhaseSpan> phases) {
        return range(phases, span -> Phase.isMeasured(span.phase));
    }

    /** Returns the time from the first to the last of the chosen phases; empty if there is none. */
    public static Optional<TimeRange> range(List<PhaseSpan> phases, Predicate<PhaseSpan> chosen) {
        List<PhaseSpan> spans = phases.stream().filter(chosen).toList();
        return spans.isEmpty()
                ? Optional.empty()
                : Optional.of(new TimeRange(
                        spans.get(0).begin.epochNanos(),
                        spans.get(spans.size() - 1).end.epochNanos()));
    }
}

package dev.weir.result.interval;

import dev.weir.host.observation.TimeRange;
import dev.weir.result.value.Moment;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

public enum Phase {
    /** Topics, consumers and producers are created, and each partition is proven usable. */
    PREPARE,
    /** The load runs, but is not measured. */
    WARM_UP,
    /** The load runs and is measured while consumers are paused. */
    BACKLOG,
    /** The load runs and is measured while consumers catch up. */
    DRAIN,
    /** The load runs and is measured. */
    MEASUREMENT,
    /** The load has ended; messages in flight are delivered, and the audit compares. */
    SETTLE,
    /** Clients are closed, topics are deleted. */
    CLOSE;

    /** Returns the name in results and on the terminal, such as {@code warm-up}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public boolean isLoaded() {
        return this == WARM_UP || isMeasured();
    }

    /** Returns whether messages due in it are measured. */
    public boolean isMeasured() {
        return this == BACKLOG || this == DRAIN || this == MEASUREMENT;
    }

    public boolean pausesConsumers() {
        return this == BACKLOG;
    }

    public static Optional<Phase> of(String key) {
        return Stream.of(values()).filter(phase -> phase.key().equals(key)).findFirst();
    }

    public static boolean isMeasured(String key) {
        return of(key).filter(Phase::isMeasured).isPresent();
    }

    /**
     * Time span of a phase, on the coordinator's clock.
     *
     * @param phase its key; see {@link Phase#of}
     */
    public record PhaseSpan(String phase, Moment begin, Moment end, double seconds) {
        public static PhaseSpan of(Phase phase, long beginNanos, long endNanos) {
            return new PhaseSpan(
                    phase.key(), new Moment(beginNanos), new Moment(endNanos), (endNanos - beginNanos) / 1e9);
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
}

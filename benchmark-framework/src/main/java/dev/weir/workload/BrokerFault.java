package dev.weir.workload;

import dev.weir.workload.text.DurationText;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Something that is done to a broker of an embedded cluster while it is measured.
 *
 * @param at after the begin of the measurement
 * @param broker its number, from 1; empty: the one that leads the first partition of the first topic by then
 * @param action what is done
 * @param duration after so long it is made good again; empty: when the run is over, and never of a pause or a restart
 */
public record BrokerFault(Duration at, OptionalInt broker, Action action, Optional<Duration> duration) {
    /** As {@code --brokers} has it. */
    public static final int MOST_BROKERS = 9;

    /** What is done to a broker. */
    public enum Action {
        /** Its process is ended at once, and started again. */
        KILL,
        /** Its process stands still, with all its connections open, and goes on. */
        PAUSE,
        /** It is stopped in order, and started again. */
        RESTART;

        /** Its name in files. */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public BrokerFault {
        if (broker.isPresent() && (broker.getAsInt() < 1 || broker.getAsInt() > MOST_BROKERS)) {
            throw new IllegalArgumentException("broker must be in [1, " + MOST_BROKERS + "], got " + broker.getAsInt());
        }
        if (action != Action.KILL && duration.isEmpty()) {
            throw new IllegalArgumentException("a " + action.key() + " must have a duration, got none");
        }
    }

    /** When it is made good again, after the begin of the measurement; empty: when the run is over. */
    public Optional<Duration> end() {
        return duration.map(at::plus);
    }

    /** In words: {@code kill of the leader at 30s for 10s}. */
    public String text() {
        return action.key() + " of " + (broker.isPresent() ? "broker " + broker.getAsInt() : "the leader") + " at "
                + DurationText.of(at)
                + duration.map(length -> " for " + DurationText.of(length)).orElse(" for good");
    }
}

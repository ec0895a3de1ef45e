package dev.weir.feature.faults;

import dev.weir.workload.text.DurationText;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A fault of a broker of an embedded cluster during the measurement.
 *
 * @param at time after the begin of the measurement
 * @param broker its number, from 1; empty: the current leader of the first partition of the first topic
 * @param action kind of fault
 * @param duration time after which it ends; empty: at the end of the run, except for a pause or a restart
 */
public record BrokerFault(Duration at, OptionalInt broker, Action action, Optional<Duration> duration) {
    /** Largest value of {@code --broker-count}. */
    public static final int MAX_BROKERS = 9;

    public enum Action {
        /** The broker's process is killed, and started again. */
        KILL,
        /** The broker's process stands still, with all its connections open, and goes on. */
        PAUSE,
        /** The broker is stopped in order, and started again. */
        RESTART;

        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public BrokerFault {
        if (broker.isPresent() && (broker.getAsInt() < 1 || broker.getAsInt() > MAX_BROKERS)) {
            throw new IllegalArgumentException("broker must be in [1, " + MAX_BROKERS + "], got " + broker.getAsInt());
        }
        if (action != Action.KILL && duration.isEmpty()) {
            throw new IllegalArgumentException("a " + action.key() + " must have a duration, got none");
        }
    }

    /** Returns when it ends, after the begin of the measurement; empty: at the end of the run. */
    public Optional<Duration> end() {
        return duration.map(at::plus);
    }

    /** Returns a text such as {@code kill of the leader at 30s for 10s}. */
    public String text() {
        return action.key() + " of " + (broker.isPresent() ? "broker " + broker.getAsInt() : "the leader") + " at "
                + DurationText.of(at)
                + duration.map(length -> " for " + DurationText.of(length)).orElse(" for good");
    }
}

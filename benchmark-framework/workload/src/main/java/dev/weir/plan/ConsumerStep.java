package dev.weir.plan;

import java.util.Locale;

/**
 * What happens to one consumer at a time while the load runs.
 *
 * @param event number that the planning feature gives to the event that the step is part of
 * @param atNanos time after the begin of the measurement
 * @param forNanos how long a stop lasts; 0 for all other actions
 */
public record ConsumerStep(int event, Action action, int subscription, int consumer, long atNanos, long forNanos) {
    public enum Action {
        JOIN,
        /** A consumer leaves the group in order. */
        LEAVE,
        /** A consumer does not poll for some time, while its client library goes on. */
        STOP,
        /** A consumer ends without leaving the group, as with kill -9. */
        KILL;

        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}

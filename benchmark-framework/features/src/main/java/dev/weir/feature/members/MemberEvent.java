package dev.weir.feature.members;

import dev.weir.plan.ConsumerStep.Action;
import dev.weir.workload.text.DurationText;
import java.time.Duration;
import java.util.Objects;

/**
 * A change of the members of consumer groups while they read under load.
 *
 * @param at time after the begin of the measurement
 * @param subscription name of the subscription, whose group on each topic changes
 * @param count number of members of each of these groups
 * @param length how long a stop lasts; 0 for all other actions
 */
public record MemberEvent(Duration at, Action action, String subscription, int count, Duration length) {
    /** Shortest time without a delivery that counts as silence of a partition. */
    public static final long MIN_SILENCE_NANOS = 20_000_000;

    public MemberEvent {
        Objects.requireNonNull(subscription);
        if (count < 1) {
            throw new IllegalArgumentException("count must be at least 1, got " + count);
        }
        if ((action == Action.STOP) != (length.toNanos() > 0)) {
            throw new IllegalArgumentException(
                    "for must be above 0s for a stop and 0s for all else, got " + action.key() + " for " + length);
        }
    }

    MemberEvent of(String name) {
        return new MemberEvent(at, action, name, count, length);
    }

    public Duration end() {
        return at.plus(length);
    }

    /** Returns a text such as {@code stop of 2 members of tail at 30s for 10s}. */
    public String text() {
        return action.key() + " of " + count + (count == 1 ? " member" : " members")
                + (subscription.isEmpty() ? "" : " of " + subscription) + " at " + DurationText.of(at)
                + (length.isZero() ? "" : " for " + DurationText.of(length));
    }
}

package dev.weir.host.observation;

import java.util.Optional;

/**
 * For how long a condition held, as far as observations show: a second each.
 *
 * @param seconds in all
 * @param current since when it holds, up to the last observation; empty if it did not hold then
 * @param longest without an interruption; empty if it never held
 */
public record ConditionDuration(double seconds, Optional<TimeRange> current, Optional<TimeRange> longest) {
    /** Of one that was not observed yet. */
    public static final ConditionDuration NONE = new ConditionDuration(0, Optional.empty(), Optional.empty());

    /** The same with the observation that follows the last one. */
    public ConditionDuration plus(boolean held, TimeRange observed) {
        if (!held) {
            return new ConditionDuration(seconds, Optional.empty(), longest);
        }
        var now = new TimeRange(current.orElse(observed).beginNanos(), observed.endNanos());
        return new ConditionDuration(
                seconds + observed.seconds(),
                Optional.of(now),
                longest.filter(known -> known.seconds() >= now.seconds()).or(() -> Optional.of(now)));
    }
}

package dev.weir.host.observation;

import java.util.Optional;

/**
 * Duration of a condition, by observations of a second each.
 *
 * @param seconds total duration
 * @param current current stretch up to the last observation; empty if it did not hold then
 * @param longest longest stretch without interruption; empty if it never held
 */
public record ConditionDuration(double seconds, Optional<TimeRange> current, Optional<TimeRange> longest) {
    public static final ConditionDuration NONE = new ConditionDuration(0, Optional.empty(), Optional.empty());

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

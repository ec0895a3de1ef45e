package dev.weir.coordinator.phase;

import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import dev.weir.wire.message.Message;
import dev.weir.workload.Workload;
import dev.weir.workload.load.Rate;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.LongFunction;

/** The target rate at each time of the load. Used by the coordinator's thread. */
public final class TargetRate {
    private static final double MIN_SHARE = 0.05;

    private final Workload workload;
    private final Map<Phase, Double> added = new EnumMap<>(Phase.class);
    private long settleStartNanos = Long.MAX_VALUE;
    private long measurementStartNanos;

    public TargetRate(Workload workload) {
        this.workload = workload;
    }

    /** Sets the rate of a phase that a feature adds, in messages per second; infinite if it has none. */
    public void set(Phase phase, double messagesPerSecond) {
        added.put(phase, messagesPerSecond);
    }

    /** Sets when the load changes to the measurement's rate within the warm-up, on the coordinator's clock. */
    void settleBegins(long nanos) {
        settleStartNanos = nanos;
    }

    /** Sets when the measurement begins, on the coordinator's clock. */
    void measurementBegins(long nanos) {
        measurementStartNanos = nanos;
    }

    /** Returns the mean target rate of an interval in messages per second; empty if the load has no rate then. */
    public OptionalDouble of(Interval interval) {
        double rate = switch (interval.phase()) {
            case WARM_UP -> ofWarmup(interval);
            case MEASUREMENT ->
                workload.load().rate().mean(sinceBegin(interval.fromNanos()), sinceBegin(interval.toNanos()));
            default -> added.getOrDefault(interval.phase(), Double.POSITIVE_INFINITY);
        };
        return Double.isInfinite(rate) ? OptionalDouble.empty() : OptionalDouble.of(rate);
    }

    /** Returns the target rate at the begin of a phase in messages per second; infinite if it has none. */
    double of(Phase phase) {
        return phase == Phase.WARM_UP
                ? workload.load().warmupRate().atBegin()
                : added.getOrDefault(phase, workload.load().rate().atBegin());
    }

    /** Returns a function that makes the order for the rate of a phase from a time on. */
    LongFunction<Message> order(Phase phase) {
        if (phase == Phase.MEASUREMENT && workload.load().rate() instanceof Rate.Curve curve) {
            return nanos -> new Message.FollowRates(nanos, curve);
        }
        double messagesPerSecond = of(phase);
        return nanos -> new Message.ChangeRate(nanos, messagesPerSecond);
    }

    private double ofWarmup(Interval interval) {
        double length = interval.toNanos() - interval.fromNanos();
        double settling = Math.max(0, interval.toNanos() - Math.max(settleStartNanos, interval.fromNanos())) / length;
        // Snapshots are taken slightly before or after they are due.
        if (settling < MIN_SHARE) {
            return of(Phase.WARM_UP);
        }
        return settling > 1 - MIN_SHARE
                ? of(Phase.MEASUREMENT)
                : settling * of(Phase.MEASUREMENT) + (1 - settling) * of(Phase.WARM_UP);
    }

    /** Returns the time since the begin of the measurement; 0 for snapshots taken slightly before it. */
    private long sinceBegin(long nanos) {
        return Math.max(0, nanos - measurementStartNanos);
    }
}

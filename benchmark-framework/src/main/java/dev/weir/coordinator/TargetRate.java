package dev.weir.coordinator;

import dev.weir.result.Interval;
import dev.weir.workload.RateList;
import dev.weir.workload.Workload;
import java.util.OptionalDouble;

/** The rate that was asked for in a stretch of the load. Used by the coordinator's thread. */
final class TargetRate {
    private final Workload workload;
    private long measurementStartNanos;

    TargetRate(Workload workload) {
        this.workload = workload;
    }

    /** When the measurement begins, on the coordinator's clock. */
    void measurementBegins(long nanos) {
        measurementStartNanos = nanos;
    }

    /** The mean of that stretch, messages per second; empty where the load has no rate, and outside of it. */
    OptionalDouble of(Interval interval) {
        double rate = switch (interval.phase()) {
            case WARM_UP -> workload.warmupProducerRate();
            case BACKLOG -> workload.phases().backlog().buildRate();
            case DRAIN -> workload.phases().backlog().drainRate();
            case MEASUREMENT -> ofMeasurement(interval);
            case PREPARE, SETTLE, CLOSE -> Double.POSITIVE_INFINITY;
        };
        return Double.isInfinite(rate) ? OptionalDouble.empty() : OptionalDouble.of(rate);
    }

    private double ofMeasurement(Interval interval) {
        RateList rates = workload.particulars().rates();
        return rates.isEmpty()
                ? workload.producerRate()
                : rates.mean(sinceBegin(interval.fromNanos()), sinceBegin(interval.toNanos()));
    }

    /** Snapshots are taken a little before or after they are due. */
    private long sinceBegin(long nanos) {
        return Math.max(0, nanos - measurementStartNanos);
    }
}

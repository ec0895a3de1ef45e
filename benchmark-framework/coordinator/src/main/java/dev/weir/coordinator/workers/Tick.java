package dev.weir.coordinator.workers;

import dev.weir.coordinator.workers.WorkerStandstills.Absence;
import dev.weir.result.interval.Interval;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The merged snapshots of all workers that have the same number.
 *
 * @param target target rate without the part of lost workers, messages per second; empty if there was none
 * @param late clients whose workers stood still
 * @param absent those, and clients whose workers were lost a short time ago; all after the end of the run
 * @param repeats repeated deliveries so far, by the number of the subscription
 */
public record Tick(
        Interval interval, long number, OptionalDouble target, Absence late, Absence absent, List<Repeats> repeats) {
    public Tick {
        repeats = List.copyOf(repeats);
    }

    /**
     * Repeated deliveries of one subscription.
     *
     * @param duplicated arrivals of messages that had arrived before; 0 without an audit
     * @param cameBack deliveries of a share group that the system has to repeat because a lock expired or a consumer ended
     */
    public record Repeats(long duplicated, long cameBack) {}
}

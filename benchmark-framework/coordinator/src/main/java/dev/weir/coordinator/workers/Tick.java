package dev.weir.coordinator.workers;

import dev.weir.coordinator.workers.WorkerStandstills.Absence;
import dev.weir.result.interval.Interval;
import java.util.OptionalDouble;

/**
 * The merged snapshots of all workers that have the same number.
 *
 * @param target target rate, messages per second; empty if there was none
 * @param late clients whose workers stood still
 * @param absent those, and clients whose workers were lost a short time ago; all after the end of the run
 */
public record Tick(Interval interval, long number, OptionalDouble target, Absence late, Absence absent) {}

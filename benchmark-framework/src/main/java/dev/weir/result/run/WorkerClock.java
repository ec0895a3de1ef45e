package dev.weir.result.run;

/**
 * One worker's clock during a run.
 *
 * @param worker its name
 * @param offsetNanos its clock minus the coordinator's, as it was when the load began
 * @param driftPpm by how many millionths it ran faster than the coordinator's, over the whole run if that is more certain
 *     than over its last minute
 * @param driftBoundPpm the drift's error is at most this
 * @param boundNanos by how much its times can be wrong on the coordinator's clock, as they were used, at the worst moment of
 *     the measurement; {@link Long#MAX_VALUE} if nothing is known
 */
public record WorkerClock(String worker, long offsetNanos, double driftPpm, double driftBoundPpm, long boundNanos) {}

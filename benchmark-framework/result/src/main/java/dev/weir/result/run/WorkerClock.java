package dev.weir.result.run;

/**
 * One worker's clock during a run.
 *
 * @param offsetNanos its clock minus the coordinator's when the load began
 * @param driftPpm by how many millionths it ran faster than the coordinator's; over the whole run if that is more
 *     precise than over its last minute
 * @param driftBoundPpm largest error of the drift
 * @param boundNanos largest error of its times on the coordinator's clock, as they were used, in the measurement;
 *     {@link Long#MAX_VALUE} if unknown
 */
public record WorkerClock(String worker, long offsetNanos, double driftPpm, double driftBoundPpm, long boundNanos) {}

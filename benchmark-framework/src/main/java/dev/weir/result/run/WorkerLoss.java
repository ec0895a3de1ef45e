package dev.weir.result.run;

/**
 * A worker that a run went on without.
 *
 * @param at when it was given up, ISO-8601, on the coordinator's clock
 * @param reason for a person: why
 * @param lastSnapshot number of the last snapshot that it sent; -1 if there was none
 * @param lastSnapshotAt when that ended, ISO-8601, on the coordinator's clock; empty if there was none
 * @param unsent messages that were due from it after that snapshot, of which it is unknown whether they were sent
 */
public record WorkerLoss(String at, String reason, long lastSnapshot, String lastSnapshotAt, long unsent) {}

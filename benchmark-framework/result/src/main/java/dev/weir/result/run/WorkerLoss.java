package dev.weir.result.run;

/**
 * A lost worker that a run went on without.
 *
 * @param at when it was given up, ISO-8601, on the coordinator's clock
 * @param reason cause, for a person
 * @param lastSnapshot number of its last snapshot; -1 if there was none
 * @param lastSnapshotAt end of that snapshot, ISO-8601, on the coordinator's clock; empty if there was none
 * @param unsent messages that were due from it after that snapshot and may not have been sent
 */
public record WorkerLoss(String at, String reason, long lastSnapshot, String lastSnapshotAt, long unsent) {}

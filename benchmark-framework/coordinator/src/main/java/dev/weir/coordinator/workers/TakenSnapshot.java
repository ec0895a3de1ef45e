package dev.weir.coordinator.workers;

import dev.weir.measure.Snapshot;
import dev.weir.result.interval.Phase;
import dev.weir.wire.message.Message;

/**
 * A snapshot that a worker has sent.
 *
 * @param message as the worker sent it, with times of its clock
 * @param snapshot the one in the message, with times of the coordinator's clock
 */
public record TakenSnapshot(WorkerLink worker, Message.SnapshotTaken message, Snapshot snapshot, Phase phase) {
    /** Returns by how much the coordinator's clock is ahead of the worker's, in nanoseconds. */
    public long aheadNanos() {
        return snapshot.toNanos() - message.snapshot().toNanos();
    }
}

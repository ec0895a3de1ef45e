package dev.weir.coordinator.phase;

import dev.weir.workload.Workload;
import java.time.Duration;

/**
 * Times at which the snapshots of a load are taken, on the coordinator's clock. Phases begin and end at these times, so
 * that each snapshot belongs to one phase: durations are rounded up to whole snapshots.
 *
 * @param startNanos when the first message is due
 */
public record LoadGrid(long startNanos, long snapshotNanos, int snapshotsPerInterval) {
    /** The display is updated once a second, whatever the reporting interval. */
    private static final long MAX_SNAPSHOT_NANOS = 1_000_000_000;

    /** If the run disturbs its system, the length of an outage is known to within two snapshots. */
    private static final long MAX_DISTURBED_NANOS = 100_000_000;

    public static LoadGrid of(Workload workload, long startNanos) {
        long intervalNanos = workload.timing().sampleInterval().toNanos();
        boolean disturbed = workload.run().sections().disturb();
        long perInterval = ceilDiv(intervalNanos, disturbed ? MAX_DISTURBED_NANOS : MAX_SNAPSHOT_NANOS);
        return new LoadGrid(startNanos, intervalNanos / perInterval, (int) perInterval);
    }

    long at(long snapshot) {
        return startNanos + snapshot * snapshotNanos;
    }

    /** Returns the first snapshot that begins at that time or later. */
    long snapshotFrom(long nanos) {
        return Math.max(0, ceilDiv(nanos - startNanos, snapshotNanos));
    }

    public long snapshots(Duration length) {
        return ceilDiv(length.toNanos(), snapshotNanos);
    }

    Duration length(long snapshots) {
        return Duration.ofNanos(snapshots * snapshotNanos);
    }

    private static long ceilDiv(long dividend, long divisor) {
        return -Math.floorDiv(-dividend, divisor);
    }
}

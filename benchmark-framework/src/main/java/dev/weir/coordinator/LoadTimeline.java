package dev.weir.coordinator;

import dev.weir.workload.Workload;
import java.util.Optional;

/**
 * When the phases of a load begin, on the coordinator's clock. All boundaries lie on the grid of the snapshots, so that
 * no snapshot belongs to two phases: durations are rounded up to it.
 *
 * @param startNanos when the first message is due
 * @param snapshotNanos from one snapshot to the next
 * @param snapshotsPerInterval how many make a reporting interval
 * @param warmupSnapshots length of the warm-up
 * @param testSnapshots length of the measurement; empty: until stopped
 */
record LoadTimeline(
        long startNanos,
        long snapshotNanos,
        int snapshotsPerInterval,
        long warmupSnapshots,
        Optional<Long> testSnapshots) {
    /** So that the display moves once a second, whatever the reporting interval. */
    private static final long LONGEST_SNAPSHOT_NANOS = 1_000_000_000;

    static LoadTimeline of(Workload workload, long startNanos) {
        long intervalNanos = workload.sampleInterval().toNanos();
        long perInterval = ceilDiv(intervalNanos, LONGEST_SNAPSHOT_NANOS);
        long snapshotNanos = intervalNanos / perInterval;
        return new LoadTimeline(
                startNanos,
                snapshotNanos,
                (int) perInterval,
                ceilDiv(workload.warmupDuration().toNanos(), snapshotNanos),
                workload.testDuration().map(duration -> ceilDiv(duration.toNanos(), snapshotNanos)));
    }

    long measurementStartNanos() {
        return at(warmupSnapshots);
    }

    /** The number of the first snapshot that is not part of the measurement. */
    Optional<Long> endSnapshot() {
        return testSnapshots.map(test -> warmupSnapshots + test);
    }

    /** When a snapshot begins. */
    long at(long snapshot) {
        return startNanos + snapshot * snapshotNanos;
    }

    /** The first snapshot that begins at that time or later. */
    long snapshotFrom(long nanos) {
        return Math.max(0, ceilDiv(nanos - startNanos, snapshotNanos));
    }

    private static long ceilDiv(long dividend, long divisor) {
        return -Math.floorDiv(-dividend, divisor);
    }
}

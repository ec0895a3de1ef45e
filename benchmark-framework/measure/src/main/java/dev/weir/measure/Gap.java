package dev.weir.measure;

/**
 * A time of at least {@link GapRecorder#MIN_NANOS} in which no message of a partition made progress: none was
 * acknowledged, or none was delivered.
 *
 * @param partition number of the partition; 0 for messages of all partitions together
 * @param fromNanos when the last message before it made progress, epoch nanoseconds; before the load if there was none
 * @param waitingNanos from when on a message waited for progress: when it was sent, but not before {@code fromNanos}
 * @param toNanos until when a message waited: when it made progress, or was given up. If no message is known to have
 *     waited, {@code waitingNanos}
 * @param ended false if there is still no progress
 */
public record Gap(int partition, long fromNanos, long waitingNanos, long toNanos, boolean ended) {
    /** Returns for how long a message is known to have waited. */
    public long waitedNanos() {
        return toNanos - waitingNanos;
    }

    /** Returns the gap on another clock, which is ahead by this time. */
    public Gap onClockAheadBy(long ahead) {
        return new Gap(partition, fromNanos + ahead, waitingNanos + ahead, toNanos + ahead, ended);
    }
}

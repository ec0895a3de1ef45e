package dev.weir.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Measures for how long no message of a partition was acknowledged, or delivered, although messages waited. Any thread.
 *
 * <p>A message that makes progress at {@code a} and was sent at {@code s} has waited from {@code s} on. If the previous
 * progress of its partition was at {@code p}, nothing happened from {@code max(p, s)} until {@code a} although a message
 * waited. So a partition to which nothing is sent has no gap of this kind, whatever its rate and however the load is
 * distributed.
 *
 * <p>Effect: progress costs two reads of cache lines that are rarely written. Fact relied on: the time of progress is
 * written at most once in {@link #GRAIN_NANOS} for each partition, whatever the rate. What breaks if that fails: nothing
 * but speed. {@code RecordingBenchmark} measures it.
 */
public final class GapRecorder {
    /** Shorter gaps are not recorded. */
    public static final long MIN_NANOS = 500_000_000;

    /** Resolution of gaps. */
    static final long GRAIN_NANOS = 10_000_000;

    private static final long NEVER = Long.MIN_VALUE / 2;

    private final boolean reportsAll;

    /** When each partition last made progress. */
    private final AtomicLongArray last;

    /** Progress of a message that was sent before this time takes the lock, because it changes a gap. */
    private final AtomicLongArray watched;

    private final Map<Integer, Gap> ended = new TreeMap<>();
    private final Map<Integer, Gap> givenUp = new TreeMap<>();
    private List<Gap> gaps = new ArrayList<>();

    /**
     * @param partitions 1 for all topics together
     * @param reportsAll whether gaps in which no message waited are reported, too: other workers may have had messages
     *     of the same partition that waited
     */
    public GapRecorder(int partitions, boolean reportsAll) {
        this.reportsAll = reportsAll;
        this.last = new AtomicLongArray(partitions);
        this.watched = new AtomicLongArray(partitions);
        for (int partition = 0; partition < partitions; partition++) {
            last.set(partition, NEVER);
            watched.set(partition, NEVER);
        }
    }

    /**
     * Records that a message was acknowledged or delivered.
     *
     * @param partition ignored if the topic has no such partition, as -1
     * @param sentNanos when it was handed to the client
     */
    public void progress(int partition, long sentNanos, long nowNanos) {
        if (partition < 0 || partition >= last.length()) {
            return;
        }
        long before = last.getOpaque(partition);
        if (sentNanos < watched.getOpaque(partition) || nowNanos - before >= MIN_NANOS) {
            change(partition, sentNanos, nowNanos);
        } else if (nowNanos - before >= GRAIN_NANOS) {
            last.compareAndSet(partition, before, nowNanos);
        }
    }

    private synchronized void change(int partition, long sentNanos, long nowNanos) {
        long before = last.get(partition);
        Gap failed = givenUp.remove(partition);
        Gap previous = ended.get(partition);
        if (nowNanos - before >= MIN_NANOS) {
            if (previous != null) {
                gaps.add(previous);
            }
            long waiting = Math.max(before, sentNanos);
            if (failed != null && waiting - failed.toNanos() < MIN_NANOS) {
                waiting = Math.min(waiting, failed.waitingNanos());
            } else if (failed != null) {
                gaps.add(failed);
            }
            ended.put(partition, new Gap(partition, before, waiting, nowNanos, true));
            watched.set(partition, waiting);
        } else if (previous != null && sentNanos < previous.waitingNanos()) {
            // Another client's message, which has waited for longer, is acknowledged a bit later.
            long waiting = Math.max(previous.fromNanos(), sentNanos);
            ended.put(partition, new Gap(partition, previous.fromNanos(), waiting, previous.toNanos(), true));
            watched.set(partition, waiting > previous.fromNanos() ? waiting : NEVER);
        } else {
            watched.set(partition, previous == null ? NEVER : previous.waitingNanos());
        }
        last.accumulateAndGet(partition, nowNanos, Math::max);
    }

    /** Records that a message was given up, which is no progress. For the parameters, see {@link #progress}. */
    public synchronized void givenUp(int partition, long sentNanos, long nowNanos) {
        if (partition < 0 || partition >= last.length()) {
            return;
        }
        long before = last.get(partition);
        long waiting = Math.max(before, sentNanos);
        Gap known = givenUp.get(partition);
        if (known != null && waiting - known.toNanos() < MIN_NANOS) {
            waiting = Math.min(waiting, known.waitingNanos());
        } else if (known != null) {
            gaps.add(known);
        }
        givenUp.put(partition, new Gap(partition, before, waiting, Math.max(waiting, nowNanos), false));
        watched.set(partition, Long.MAX_VALUE);
    }

    /** Returns gaps that ended since the previous call, and those that have not ended, in no particular order. */
    public synchronized List<Gap> take(long nowNanos) {
        List<Gap> taken = gaps;
        gaps = new ArrayList<>();
        taken.addAll(ended.values());
        ended.keySet().forEach(partition -> watched.set(partition, NEVER));
        givenUp.forEach((partition, gap) -> watched.set(partition, Long.MAX_VALUE));
        ended.clear();
        taken.addAll(givenUp.values());
        for (int partition = 0; reportsAll && partition < last.length(); partition++) {
            long before = last.get(partition);
            if (nowNanos - before >= MIN_NANOS && !givenUp.containsKey(partition)) {
                taken.add(new Gap(partition, before, before, before, false));
            }
        }
        if (!reportsAll) {
            taken.removeIf(gap -> gap.waitedNanos() < MIN_NANOS);
        }
        return taken;
    }
}

package dev.weir.result.journal;

import dev.weir.measure.Counts;
import dev.weir.measure.LatencySet;
import dev.weir.measure.Snapshot;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Interval.IntervalSummary;
import dev.weir.result.interval.PartSummary;
import dev.weir.result.interval.PartSummary.PartTotal;
import dev.weir.result.interval.PartSummary.PartTotal.Part;
import dev.weir.result.interval.Phase;
import dev.weir.result.omb.OmbSeries;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Merges the snapshots of workers. Snapshots with the same number become one tick, for the display. Consecutive ticks
 * of a phase become a reporting interval, which is written to the journal at once and put into the result as a summary.
 * Memory does not depend on the number of samples. Used by the coordinator's thread.
 */
public final class IntervalStore {
    /** Stands for a worker's name in the {@code .hlog}. */
    static final String COORDINATOR = "coordinator";

    private final int subscriptions;
    private final int snapshotsPerInterval;
    private final Journal journal;
    private final Listener listener;
    private final List<WorkerSnapshots> workers = new ArrayList<>();
    private final NavigableMap<Long, Part> partStarts = new TreeMap<>();
    private final List<PartTotal> parts = new ArrayList<>();
    private final List<IntervalSummary> summaries = new ArrayList<>();
    private final OmbSeries ombSeries = new OmbSeries();
    private final LatencySet measured = new LatencySet();
    private final DueLatencies ofWorker = new DueLatencies();
    private DueLatencies ofInterval = new DueLatencies();
    private LatencySet ofCoordinator = new LatencySet();
    private long shortestNanos;
    private long lastEndNanos;
    private long lastActiveNanos;
    private long repeatedElsewhere;
    private Counts total = Counts.NONE;
    private long nextTick;
    private int awaited;

    /**
     * @param workerNames names in the order of the workers' numbers
     * @param subscriptions number of subscriptions of each topic
     */
    public IntervalStore(
            List<String> workerNames, int subscriptions, int snapshotsPerInterval, Journal journal, Listener listener) {
        this.subscriptions = subscriptions;
        this.snapshotsPerInterval = snapshotsPerInterval;
        this.journal = journal;
        this.listener = listener;
        workerNames.forEach(name -> workers.add(new WorkerSnapshots(name)));
        awaited = workers.size();
        partStarts.put(0L, Part.whole(Phase.PREPARE));
    }

    /**
     * Joins intervals that are shorter to the next one of their part. After a standstill, a worker takes the snapshots
     * that it missed within milliseconds, and rates of so short a time mean nothing.
     */
    public void joinShorterThan(long nanos) {
        shortestNanos = nanos;
    }

    /** Begins a phase with that snapshot, like {@link #partBegins}. */
    public void phaseBegins(Phase phase, long snapshotNumber) {
        partBegins(Part.whole(phase), snapshotNumber);
    }

    /**
     * Begins a part with that snapshot; drops parts that were planned to begin there or later. Call it before the
     * snapshot arrives, because no interval may lie in two parts.
     */
    public void partBegins(Part part, long snapshotNumber) {
        partStarts.tailMap(snapshotNumber, true).clear();
        partStarts.put(snapshotNumber, part);
    }

    /** Renames the part that begins with a future snapshot. */
    public void renamePart(long snapshotNumber, String name) {
        partStarts.computeIfPresent(snapshotNumber, (number, part) -> new Part(part.phase(), name));
    }

    /**
     * Begins a part of the same phase with the next snapshot of all workers, and closes the current interval. If a part is
     * already planned to begin there, only its name changes.
     */
    public void splitPart(String name) {
        if (partStarts.put(nextTick, new Part(phaseAt(nextTick), name)) == null) {
            closeInterval(nextTick - 1);
        }
    }

    /** Adds a worker's next snapshot; throws an IllegalArgumentException if it is another one. */
    public void add(int worker, Snapshot snapshot) {
        workers.get(worker).add(snapshot);
        awaited -= snapshot.number() == nextTick ? 1 : 0;
        mergeComplete();
    }

    /** Notes that a worker ends early: its further snapshots may be shorter than those of the others. */
    public void ends(int worker) {
        workers.get(worker).ends = true;
    }

    /** Stops waiting for a worker that sends no more snapshots and is not the only one. */
    public void gone(int worker) {
        WorkerSnapshots lost = workers.get(worker);
        awaited -= lost.has(nextTick) ? 0 : 1;
        lost.gone = true;
        lost.ends = true;
        mergeComplete();
    }

    private void mergeComplete() {
        while (awaited == 0) {
            long number = nextTick++;
            Phase phase = phaseAt(number);
            boolean isEarly = phase == Phase.PREPARE || phase == Phase.WARM_UP;
            workers.forEach(worker -> worker.takeNext(isEarly));
            awaited = (int) workers.stream().filter(w -> !w.has(nextTick)).count();
            tick(number);
        }
    }

    /**
     * Merges remaining snapshots at the end: workers stop with different numbers.
     *
     * @param known receives all latencies of the measurement, and returns those that no worker can report, for the last
     *     interval
     */
    public void finish(UnaryOperator<LatencySet> known) {
        while (workers.stream().anyMatch(worker -> !worker.waiting.isEmpty())) {
            workers.forEach(worker -> worker.takeNext(false));
            listener.tick(mergeTick(nextTick));
        }
        var all = new LatencySet();
        all.add(measured);
        all.add(ofInterval.measured);
        workers.forEach(worker -> all.add(worker.early));
        ofCoordinator = known.apply(all);
        // Of workers that were lost before the first snapshot of their measurement.
        workers.forEach(worker -> ofCoordinator.add(worker.early));
        ofInterval.measured.add(ofCoordinator);
        closeInterval(nextTick);
    }

    /** Returns how many ticks are complete: the number of the first snapshot that some worker has not sent. */
    public long ticks() {
        return nextTick;
    }

    public List<IntervalSummary> intervals() {
        return List.copyOf(summaries);
    }

    public List<PartSummary> parts() {
        return PartTotal.summaries(parts);
    }

    public OmbSeries ombSeries() {
        return ombSeries;
    }

    public Counts total() {
        return total;
    }

    /**
     * Returns outstanding deliveries: acknowledged messages times subscriptions, minus those received, without
     * duplicates if these are known, and minus those that expired.
     */
    public long outstanding() {
        return outstandingOf(total.receipts().received() - listener.surplusDeliveries() + listener.expiredDeliveries());
    }

    private long outstandingOf(long received) {
        return Math.max(0, total.sends().acknowledged() * subscriptions - received);
    }

    /** Returns the latencies of all messages that were due in the measurement. */
    public LatencySet measured() {
        return measured;
    }

    private void tick(long number) {
        listener.tick(mergeTick(number));
        Long partStart = partStarts.floorKey(number);
        boolean full = partStart != null && (number + 1 - partStart) % snapshotsPerInterval == 0;
        if ((full && isLongEnough()) || partStarts.containsKey(number + 1)) {
            closeInterval(number);
        }
    }

    private boolean isLongEnough() {
        return workers.stream()
                .filter(worker -> !worker.ofInterval.isEmpty())
                .anyMatch(worker -> new Share(worker.ends, worker.ofInterval).spanNanos() >= shortestNanos);
    }

    private Interval mergeTick(long number) {
        List<Share> shares = new ArrayList<>();
        var latencies = new DueLatencies();
        for (WorkerSnapshots worker : workers) {
            var share = new Share(worker.ends, List.copyOf(worker.justTaken));
            worker.justTaken.clear();
            share.snapshots().forEach(part -> total = total.plus(part.counts()));
            latencies.add(share);
            shares.add(share);
        }
        ofInterval.add(latencies);
        return merge(phaseAt(number), shares, latencies, outstanding());
    }

    private void closeInterval(long number) {
        Part part = partAt(number);
        Phase phase = part.phase();
        List<Share> pieces = workers.stream()
                .filter(worker -> !worker.ofInterval.isEmpty())
                .map(worker -> new Share(worker.ends, List.copyOf(worker.ofInterval)))
                .toList();
        if (pieces.isEmpty() && !ofCoordinator.hasAny()) {
            return;
        }
        // Its ticks have been merged already.
        Interval merged = withRepeated(merge(phase, pieces, ofInterval, outstanding()));
        Interval interval = phase.isMeasured() && listener.endsByItself() ? withoutWait(merged, pieces) : merged;
        ofInterval = new DueLatencies();
        journal.beginLatencies(summaries.size(), interval);
        for (WorkerSnapshots worker : workers) {
            if (!worker.ofInterval.isEmpty()) {
                var own = new Share(worker.ends, List.copyOf(worker.ofInterval));
                ofWorker.clear();
                ofWorker.add(own);
                journal.appendLatencies(worker.name, merge(phase, List.of(own), ofWorker, interval.backlog()));
                worker.ofInterval.clear();
            }
        }
        journal.appendLatencies(COORDINATOR, interval.withOnly(ofCoordinator));
        lastEndNanos = interval.toNanos();
        measured.add(interval.measured());
        if (phase.isLoaded()) {
            PartTotal.last(parts, part, interval.fromNanos()).add(interval);
        }
        IntervalSummary summary = IntervalSummary.of(interval, listener.targetMessagesPerSecond(interval));
        summaries.add(summary);
        ombSeries.add(interval, outstandingOf(total.receipts().deliveries()));
        listener.interval(interval);
        journal.append(part, interval, summary);
    }

    /** Counts deliveries as repeated of which the workers could not know that. */
    private Interval withRepeated(Interval interval) {
        long all = listener.repeatedElsewhere();
        // A snapshot of the next interval may have been audited already.
        long more =
                Math.min(all - repeatedElsewhere, interval.counts().receipts().received());
        repeatedElsewhere += more;
        return interval.counting(interval.counts().withRepeated(more));
    }

    /**
     * Leaves the time after the last message out of an interval. It counts in the next interval with messages, if there is
     * one; otherwise, the load had ended.
     */
    private Interval withoutWait(Interval merged, List<Share> pieces) {
        if (lastActiveNanos == 0) {
            lastActiveNanos = merged.fromNanos();
        }
        long last = snapshots(pieces).stream()
                .filter(Snapshot::isActive)
                .mapToLong(Snapshot::lastNanos)
                .reduce(lastActiveNanos, Math::max);
        double seconds = (last - lastActiveNanos) / 1e9;
        lastActiveNanos = last;
        return merged.lasting(seconds);
    }

    /**
     * Merges the same stretch of all workers, whose latencies are given. Its length is the mean of the workers that
     * continue, because the others may have only a part of it.
     */
    private Interval merge(Phase phase, List<Share> shares, DueLatencies latencies, long backlog) {
        List<Snapshot> parts = snapshots(shares);
        // Without any snapshot, there is only what the coordinator adds at the end.
        long from = parts.stream().mapToLong(Snapshot::fromNanos).min().orElse(lastEndNanos);
        long to = parts.stream().mapToLong(Snapshot::toNanos).max().orElse(lastEndNanos);
        Counts counts = parts.stream().map(Snapshot::counts).reduce(Counts.NONE, Counts::plus);
        boolean someStay = shares.stream().anyMatch(share -> !share.ends() && share.spanNanos() > 0);
        Stream<Share> counted = shares.stream().filter(share -> share.spanNanos() > 0 && !(someStay && share.ends()));
        double seconds = counted.mapToLong(Share::spanNanos).average().orElse(0) / 1e9;
        return new Interval(phase, from, to, seconds, counts, backlog, latencies.warmup, latencies.measured);
    }

    private static List<Snapshot> snapshots(List<Share> shares) {
        return shares.stream().flatMap(share -> share.snapshots().stream()).toList();
    }

    /** Returns the phase in which a snapshot lies, as far as is known now. */
    public Phase phaseAt(long number) {
        return partAt(number).phase();
    }

    private Part partAt(long number) {
        Map.Entry<Long, Part> part = partStarts.floorEntry(number);
        if (part == null) {
            throw new IllegalStateException("no phase begins before snapshot " + number);
        }
        return part.getValue();
    }

    /** Receives merged snapshots, on the coordinator's thread. */
    public interface Listener {
        /** Called when the snapshots of all workers with the same number are merged. */
        void tick(Interval tick);

        void interval(Interval interval);

        /** Returns the mean target rate of an interval; called before {@link #interval}. Empty where there was none. */
        default OptionalDouble targetMessagesPerSecond(Interval interval) {
            return OptionalDouble.empty();
        }

        /** Returns deliveries so far that workers count as first ones although they are known to be repeated. */
        default long repeatedElsewhere() {
            return 0;
        }

        /** Returns received deliveries so far without an outstanding acknowledged message, such as duplicates. */
        default long surplusDeliveries() {
            return 0;
        }

        /**
         * Returns whether the load has a fixed number of messages, so that a wait for more of them is no part of it.
         */
        default boolean endsByItself() {
            return false;
        }

        /** Returns deliveries so far that became impossible because the message was removed. */
        default long expiredDeliveries() {
            return 0;
        }
    }

    /** Latencies by the phase in which messages were due. */
    private static final class DueLatencies {
        private final LatencySet warmup = new LatencySet();
        private final LatencySet measured = new LatencySet();

        void add(Share share) {
            for (Snapshot part : share.snapshots()) {
                warmup.add(part.warmup());
                measured.add(part.measured());
            }
        }

        void add(DueLatencies others) {
            warmup.add(others.warmup);
            measured.add(others.measured);
        }

        /** Removes all samples, and keeps the memory. */
        void clear() {
            warmup.clear();
            measured.clear();
        }
    }

    /**
     * Snapshots of one worker in a stretch.
     *
     * @param ends whether the worker has ended before the others, or is about to
     */
    private record Share(boolean ends, List<Snapshot> snapshots) {
        long spanNanos() {
            return snapshots.stream()
                    .mapToLong(part -> part.toNanos() - part.fromNanos())
                    .sum();
        }
    }

    /** Snapshots of one worker that are not merged yet. */
    private static final class WorkerSnapshots {
        /** An hour of snapshots of a thousand workers would fill the heap. */
        private static final int MAX_UNMERGED = 16;

        private final String name;
        private final Deque<Snapshot> waiting = new ArrayDeque<>();
        private final List<Snapshot> justTaken = new ArrayList<>();
        private final List<Snapshot> ofInterval = new ArrayList<>();
        /** Of messages that were due in the measurement, from snapshots of the warm-up that were late. */
        private LatencySet early = new LatencySet();

        private boolean gone;
        private boolean ends;
        private long arrived;

        WorkerSnapshots(String name) {
            this.name = name;
        }

        void add(Snapshot snapshot) {
            if (snapshot.number() != arrived) {
                throw new IllegalArgumentException(
                        "snapshot " + arrived + " of " + name + " must come next, got " + snapshot.number());
            }
            arrived++;
            waiting.add(snapshot);
        }

        boolean has(long number) {
            return gone || number < arrived;
        }

        /**
         * Takes the next snapshot.
         *
         * @param isEarly whether it is of the warm-up. If it was taken late, it contains messages that were due in the
         *     measurement; they wait for the first snapshot of that, so that each figure has them
         */
        void takeNext(boolean isEarly) {
            if (waiting.isEmpty()) {
                return;
            }
            Snapshot next = waiting.remove();
            if (isEarly) {
                early.add(next.measured());
                next = withMeasured(next, new LatencySet());
            } else if (early.hasAny()) {
                early.add(next.measured());
                next = withMeasured(next, early);
                early = new LatencySet();
            }
            justTaken.add(next);
            if (ofInterval.size() == MAX_UNMERGED) {
                Snapshot merged = ofInterval.stream().reduce(Snapshot::plus).orElse(next);
                merged.warmup().compact();
                merged.measured().compact();
                ofInterval.clear();
                ofInterval.add(merged);
            }
            ofInterval.add(next);
        }

        private static Snapshot withMeasured(Snapshot of, LatencySet measured) {
            return new Snapshot(of.number(), of.fromNanos(), of.toNanos(), of.counts(), of.warmup(), measured);
        }
    }
}

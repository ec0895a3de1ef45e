package dev.weir.result.journal;

import dev.weir.measure.Counts;
import dev.weir.measure.LatencySet;
import dev.weir.measure.Snapshot;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.IntervalSummary;
import dev.weir.result.interval.Part;
import dev.weir.result.interval.PartSummary;
import dev.weir.result.interval.PartTotal;
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

/**
 * Merges workers' snapshots: those with the same number into one tick, for the display; consecutive ticks of a phase into
 * a reporting interval, which goes to the journal at once and into the result as a summary. Memory does not depend on
 * how many samples there are. Used by the coordinator's thread.
 */
public final class IntervalStore {
    /** In the place of a worker's name. */
    private static final String COORDINATOR = "coordinator";

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
    private final LatencySet warmupOfWorker = new LatencySet();
    private final LatencySet measuredOfWorker = new LatencySet();
    private LatencySet warmupOfInterval = new LatencySet();
    private LatencySet measuredOfInterval = new LatencySet();
    private LatencySet ofCoordinator = new LatencySet();
    private long lastEndNanos;
    private Counts total = Counts.NONE;
    private long nextTick;
    private int awaited;

    /**
     * An empty store.
     *
     * @param workerNames in the order of the workers' numbers
     * @param subscriptions of each topic
     * @param snapshotsPerInterval how many snapshots make a reporting interval
     * @param listener receives each tick and interval when it is complete
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

    /** The same of a whole phase. */
    public void phaseBegins(Phase phase, long snapshotNumber) {
        partBegins(Part.whole(phase), snapshotNumber);
    }

    /**
     * The part begins with that snapshot; what was planned to begin there or later is dropped. Must be known before the
     * snapshot arrives, because no interval may lie in two parts.
     */
    public void partBegins(Part part, long snapshotNumber) {
        partStarts.tailMap(snapshotNumber, true).clear();
        partStarts.put(snapshotNumber, part);
    }

    /** Gives the part that begins with a snapshot that is still to come another name. */
    public void renamePart(long snapshotNumber, String name) {
        partStarts.computeIfPresent(snapshotNumber, (number, part) -> new Part(part.phase(), name));
    }

    /** Ends the part that goes on, and begins another of the same phase, with the next snapshot of all workers. */
    public void splitPart(String name) {
        Phase phase = phaseAt(nextTick);
        NavigableMap<Long, Part> later = new TreeMap<>(partStarts.tailMap(nextTick, false));
        partBegins(new Part(phase, name), nextTick);
        partStarts.putAll(later);
        closeInterval(nextTick - 1);
    }

    /**
     * Takes a snapshot in.
     *
     * @throws IllegalArgumentException if it is not the worker's next
     */
    public void add(int worker, Snapshot snapshot) {
        workers.get(worker).add(snapshot);
        awaited -= snapshot.number() == nextTick ? 1 : 0;
        mergeComplete();
    }

    /** A worker ends before its time: its snapshots, as far as more come, are of shorter stretches than those of the others. */
    public void ends(int worker) {
        workers.get(worker).ends = true;
    }

    /** No more comes of a worker, which is not the only one: it is waited for no longer. */
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
            workers.forEach(WorkerSnapshots::takeNext);
            awaited = (int) workers.stream().filter(w -> !w.has(nextTick)).count();
            tick(number);
        }
    }

    /**
     * Merges what is left, when no more snapshots will come: workers stop with different numbers.
     *
     * @param known is given all latencies of the measurement, and returns those that no worker can tell, for the last interval
     */
    public void finish(UnaryOperator<LatencySet> known) {
        boolean more = true;
        while (more) {
            more = false;
            for (WorkerSnapshots worker : workers) {
                if (!worker.waiting.isEmpty()) {
                    worker.takeNext();
                    more = true;
                }
            }
            if (more) {
                listener.tick(mergeTick(nextTick));
            }
        }
        var all = new LatencySet();
        all.add(measured);
        all.add(measuredOfInterval);
        ofCoordinator = known.apply(all);
        measuredOfInterval.add(ofCoordinator);
        closeInterval(nextTick);
    }

    /** How many ticks are complete: the number of the first snapshot that some worker has not sent. */
    public long ticks() {
        return nextTick;
    }

    /** Summaries of all reporting intervals, in order. */
    public List<IntervalSummary> intervals() {
        return List.copyOf(summaries);
    }

    /** What happened in each part of the load, in order. */
    public List<PartSummary> parts() {
        return PartTotal.summaries(parts);
    }

    /** The same intervals, those of the measurement, as OMB's lists. */
    public OmbSeries ombSeries() {
        return ombSeries;
    }

    /** What was counted from first to last. */
    public Counts total() {
        return total;
    }

    /**
     * Deliveries that have yet to come: acknowledged messages times subscriptions, less those received, of which duplicates
     * are not counted where they are known.
     */
    public long outstanding() {
        return outstandingOf(total.receipts().received() - listener.surplusDeliveries());
    }

    private long outstandingOf(long received) {
        return Math.max(0, total.sends().acknowledged() * subscriptions - received);
    }

    /** What a worker counted from first to last. */
    public Counts totalOf(int worker) {
        return workers.get(worker).total;
    }

    /** Latencies of all messages that were due in the measurement. */
    public LatencySet measured() {
        return measured;
    }

    private void tick(long number) {
        listener.tick(mergeTick(number));
        Long partStart = partStarts.floorKey(number);
        boolean full = partStart != null && (number + 1 - partStart) % snapshotsPerInterval == 0;
        if (full || partStarts.containsKey(number + 1)) {
            closeInterval(number);
        }
    }

    private Interval mergeTick(long number) {
        List<Share> parts = new ArrayList<>();
        for (WorkerSnapshots worker : workers) {
            parts.add(new Share(worker.ends, List.copyOf(worker.justTaken)));
            worker.justTaken.clear();
        }
        parts.forEach(ofWorker -> ofWorker.snapshots().forEach(part -> total = total.plus(part.counts())));
        Interval tick = merge(phaseAt(number), parts, new LatencySet(), new LatencySet());
        addLatencies(parts, tick.warmup(), tick.measured());
        warmupOfInterval.add(tick.warmup());
        measuredOfInterval.add(tick.measured());
        return tick;
    }

    private void closeInterval(long number) {
        Part part = partAt(number);
        Phase phase = part.phase();
        List<Share> pieces = new ArrayList<>();
        for (WorkerSnapshots worker : workers) {
            if (!worker.ofInterval.isEmpty()) {
                List<Share> own = List.of(new Share(worker.ends, List.copyOf(worker.ofInterval)));
                warmupOfWorker.clear();
                measuredOfWorker.clear();
                Interval ofWorker = merge(phase, own, warmupOfWorker, measuredOfWorker);
                addLatencies(own, ofWorker.warmup(), ofWorker.measured());
                journal.appendLatencies(worker.name, ofWorker);
                pieces.addAll(own);
                worker.ofInterval.clear();
            }
        }
        if (pieces.isEmpty() && !ofCoordinator.hasAny()) {
            return;
        }
        // Its ticks have been merged already.
        Interval interval = merge(phase, pieces, warmupOfInterval, measuredOfInterval);
        warmupOfInterval = new LatencySet();
        measuredOfInterval = new LatencySet();
        journal.appendLatencies(
                COORDINATOR,
                new Interval(
                        phase,
                        interval.fromNanos(),
                        interval.toNanos(),
                        interval.seconds(),
                        Counts.NONE,
                        0,
                        new LatencySet(),
                        ofCoordinator));
        lastEndNanos = interval.toNanos();
        measured.add(interval.measured());
        if (phase.isLoaded()) {
            PartTotal.last(parts, part, interval.fromNanos()).add(interval);
        }
        IntervalSummary summary = IntervalSummary.of(interval, listener.targetMessagesPerSecond(interval));
        summaries.add(summary);
        ombSeries.add(interval, outstandingOf(total.receipts().received()));
        listener.interval(interval);
        journal.append(part, interval, summary);
    }

    /**
     * Merges what workers did in the same stretch, but for the latencies. It is as long as it was on average for those that
     * stay: of the others it may be a part.
     */
    private Interval merge(Phase phase, List<Share> shares, LatencySet ofWarmup, LatencySet ofMeasurement) {
        // Without any, there is only what the coordinator adds at the end.
        long from = shares.isEmpty() ? lastEndNanos : Long.MAX_VALUE;
        long to = shares.isEmpty() ? lastEndNanos : Long.MIN_VALUE;
        Counts counts = Counts.NONE;
        for (Share share : shares) {
            for (Snapshot part : share.snapshots()) {
                from = Math.min(from, part.fromNanos());
                to = Math.max(to, part.toNanos());
                counts = counts.plus(part.counts());
            }
        }
        boolean someStay = shares.stream().anyMatch(share -> !share.ends() && share.spanNanos() > 0);
        double seconds = shares.stream()
                        .filter(share -> share.spanNanos() > 0 && !(someStay && share.ends()))
                        .mapToLong(Share::spanNanos)
                        .average()
                        .orElse(0)
                / 1e9;
        return new Interval(phase, from, to, seconds, counts, outstanding(), ofWarmup, ofMeasurement);
    }

    private static void addLatencies(List<Share> parts, LatencySet warmup, LatencySet measured) {
        parts.forEach(ofWorker -> ofWorker.snapshots().forEach(part -> {
            warmup.add(part.warmup());
            measured.add(part.measured());
        }));
    }

    /** The phase in which a snapshot lies, as far as is known by now. */
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
        /** What all workers did between two snapshots. */
        void tick(Interval tick);

        /** What all workers did in a reporting interval. */
        void interval(Interval interval);

        /** Asked of each interval before it is told: the mean rate that was asked for in it; empty where there was none. */
        default OptionalDouble targetMessagesPerSecond(Interval interval) {
            return OptionalDouble.empty();
        }

        /** Deliveries so far, of those received, that no acknowledged message waits for: duplicates, for instance. */
        default long surplusDeliveries() {
            return 0;
        }
    }

    /**
     * What one worker did in a stretch.
     *
     * @param ends whether it has ended before the others, or is about to
     */
    private record Share(boolean ends, List<Snapshot> snapshots) {
        long spanNanos() {
            return snapshots.stream()
                    .mapToLong(part -> part.toNanos() - part.fromNanos())
                    .sum();
        }
    }

    /** The snapshots of one worker that are not merged yet. */
    private static final class WorkerSnapshots {
        /** An hour of snapshots of a thousand workers would fill the heap. */
        private static final int MOST_UNMERGED = 16;

        private final String name;
        private final Deque<Snapshot> waiting = new ArrayDeque<>();
        private final List<Snapshot> justTaken = new ArrayList<>();
        private final List<Snapshot> ofInterval = new ArrayList<>();
        private Counts total = Counts.NONE;
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
            total = total.plus(snapshot.counts());
        }

        boolean has(long number) {
            return gone || number < arrived;
        }

        void takeNext() {
            if (waiting.isEmpty()) {
                return;
            }
            Snapshot next = waiting.remove();
            justTaken.add(next);
            if (ofInterval.size() == MOST_UNMERGED) {
                Snapshot merged = ofInterval.stream().reduce(Snapshot::plus).orElse(next);
                merged.warmup().compact();
                merged.measured().compact();
                ofInterval.clear();
                ofInterval.add(merged);
            }
            ofInterval.add(next);
        }
    }
}

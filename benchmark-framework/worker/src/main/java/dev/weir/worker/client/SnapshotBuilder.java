package dev.weir.worker.client;

import dev.weir.audit.SequenceSet;
import dev.weir.measure.Counts;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import dev.weir.measure.Snapshot;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.Message.ConsumerPositions;
import dev.weir.wire.message.Message.ErrorCount;
import dev.weir.wire.message.Message.InstrumentSample;
import dev.weir.wire.message.Message.ReceivedNotes;
import dev.weir.wire.message.Message.SentNumbers;
import dev.weir.wire.message.Message.Throttling;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;

/** Collects what the clients of a load did since the previous snapshot. Used by the session's thread. */
public final class SnapshotBuilder {
    private final ThrottleMeter throttles;
    private final boolean wantsPositions;
    private final LatencySet warmup = new LatencySet();
    private final LatencySet measured = new LatencySet();
    private final LatencySamples lateSends = new LatencySamples();
    private final SequenceSet acknowledged = new SequenceSet();
    private final SequenceSet failed = new SequenceSet();
    private final SequenceSet aborted = new SequenceSet();
    private final List<ReceivedNotes> received = new ArrayList<>();
    private final List<ConsumerPositions> positions = new ArrayList<>();
    private final List<Message> before = new ArrayList<>();
    private final Map<Class<?>, Message> sums = new LinkedHashMap<>();
    private final List<Message> after = new ArrayList<>();
    private Throttling throttling = Throttling.NONE;
    private long lastNanos;

    /** @param wantsPositions whether consumers report how far they have read */
    public SnapshotBuilder(ThrottleMeter throttles, boolean wantsPositions) {
        this.throttles = throttles;
        this.wantsPositions = wantsPositions;
    }

    public LatencySet warmup() {
        return warmup;
    }

    public LatencySet measured() {
        return measured;
    }

    /** Receives by how much threads sent late that no client had made wait. */
    public LatencySamples lateSends() {
        return lateSends;
    }

    public void sent(SequenceSet acknowledged, SequenceSet failed, SequenceSet aborted) {
        this.acknowledged.addAll(acknowledged);
        this.failed.addAll(failed);
        this.aborted.addAll(aborted);
    }

    public void received(ReceivedNotes notes) {
        received.add(notes);
    }

    public boolean wantsPositions() {
        return wantsPositions;
    }

    public void read(ConsumerPositions upTo) {
        positions.add(upTo);
    }

    /** Adds how long brokers have delayed a client that sends, over the whole run so far. */
    public void throttledSending(Object client, long nanosSoFar) {
        throttling =
                throttling.plus(new Throttling(since(throttles.sending, client, nanosSoFar), Throttling.Clients.NONE));
    }

    /** Adds how long brokers have delayed a client that receives, over the whole run so far. */
    public void throttledReceiving(Object client, long nanosSoFar) {
        throttling = throttling.plus(
                new Throttling(Throttling.Clients.NONE, since(throttles.receiving, client, nanosSoFar)));
    }

    private static Throttling.Clients since(IdentityHashMap<Object, Long> known, Object client, long now) {
        Long before = known.put(client, now);
        // A producer that was opened again begins at 0.
        return Throttling.Clients.NONE.plus(before == null || now < before ? now : now - before);
    }

    /** Something arrived or was completed then, epoch nanoseconds; 0 if nothing ever did. */
    public void arrived(long atNanos) {
        lastNanos = Math.max(lastNanos, atNanos);
    }

    /** Adds to a message of this type, of all clients of the worker together, which precedes the snapshot. */
    public <M extends Message.OfFeature> void sum(Class<M> type, M message, BinaryOperator<M> plus) {
        sums.merge(type, message, (one, other) -> plus.apply(type.cast(one), type.cast(other)));
    }

    /** Sends a message of the same time before the snapshot. */
    public void precededBy(Message message) {
        before.add(message);
    }

    /** Sends a message of the same time after the snapshot. */
    public void followedBy(Message message) {
        after.add(message);
    }

    /** Returns the snapshot. Counts and errors are those since the previous one; times are epoch nanoseconds. */
    public Message.SnapshotTaken taken(
            long number,
            long fromNanos,
            long nowNanos,
            Counts counts,
            List<ErrorCount> errors,
            InstrumentSample instrument) {
        long begin = Math.min(fromNanos, nowNanos);
        long last = lastNanos > 0 ? lastNanos : nowNanos;
        var snapshot = new Snapshot(number, begin, nowNanos, last, counts, warmup, measured);
        var sent = new SentNumbers(acknowledged, failed, aborted);
        return new Message.SnapshotTaken(snapshot, sent, received, positions, errors, throttling, instrument);
    }

    public List<Message> before() {
        return Stream.concat(before.stream(), sums.values().stream()).toList();
    }

    public List<Message> after() {
        return after;
    }

    /** Remembers how long brokers have delayed each client because of quotas. Used by the session's thread. */
    public static final class ThrottleMeter {
        private final IdentityHashMap<Object, Long> sending = new IdentityHashMap<>();
        private final IdentityHashMap<Object, Long> receiving = new IdentityHashMap<>();
    }
}

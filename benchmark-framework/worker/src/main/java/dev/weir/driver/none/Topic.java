package dev.weir.driver.none;

import dev.weir.driver.admin.LogRange;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.none.Group.Cursor;
import dev.weir.driver.none.NoneSettings.Setting;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A topic, with the one thread that takes batches from its producers, appends them to their partitions and acknowledges
 * them. A batch for a full partition waits in its producer, like those after it; other producers continue. Messages
 * without a group are acknowledged and dropped.
 */
final class Topic {
    static final long CLOSE_MILLIS = 10_000;

    /** What producers together, and each group, may have waiting. */
    private static final long MAX_BYTES = 1 << 22;
    /** What each producer, and each partition of a group, may have waiting in any case. */
    private static final long MIN_BYTES = 1 << 14;

    private static final long MAX_PARK_NANOS = 100_000_000;
    /** Longest park while a batch waits for time to pass or for a group. */
    private static final long SHORT_PARK_NANOS = 500_000;
    /** Nanoseconds for each message at a high rate. Then the thread pauses after each pass, so that batches grow. */
    private static final long FAST_NANOS = 2_000;

    private static final long PAUSE_NANOS = 20_000;
    /** Time without messages that capacity makes up for: the lateness of a thread's wake-up. */
    private static final long CREDIT_NANOS = 10_000_000;
    /** How long a message that is to be swapped with its successor waits for one. */
    private static final long HOLD_NANOS = 100_000_000;

    final String name;
    final int partitions;
    /** How many bytes each producer may have waiting. */
    volatile long producerBytes = MAX_BYTES;

    volatile boolean ended;

    private final List<Partition> states;
    private final Map<Object, Group> groups = new HashMap<>();
    private final Set<NoneProducer> producers = new HashSet<>();
    /** Producers that have a first batch for the thread. */
    private final Queue<NoneProducer> ready = new ConcurrentLinkedQueue<>();

    private final Thread thread;
    private volatile boolean closing;

    // Used by the thread.
    private final double nanosPerMessage;
    private double nextNanos = System.nanoTime();
    private final boolean reorders;
    private long appended;

    /** A partition, which the topic's lock guards. */
    private static final class Partition {
        private final List<Cursor> cursors = new ArrayList<>(1);
        private long end;
        /** Its message comes after the next one, or at this time. */
        private @Nullable Batch held;

        private long dueNanos;

        private void append(Batch batch) {
            batch.offset = end;
            end = batch.end();
            cursors.forEach(cursor -> cursor.append(batch));
            Batch swapped = held;
            held = null;
            if (swapped != null && swapped != batch) {
                append(swapped);
            }
        }
    }

    Topic(String name, int partitions, NoneSettings settings) {
        this.name = name;
        this.partitions = partitions;
        states = Stream.generate(Partition::new).limit(partitions).toList();
        nanosPerMessage = 1e9 / settings.get(Setting.CAPACITY);
        reorders = settings.get(Setting.REORDER) > 0;
        thread = thread("none-topic-" + name, this::run);
        thread.start();
    }

    /** Returns the bounds of its logs. No message is deleted, so each log seems to begin at its first message. */
    synchronized List<LogRange> logRanges() {
        return states.stream().map(state -> new LogRange(0, state.end)).toList();
    }

    synchronized void open(NoneProducer producer) {
        if (ended) {
            throw new DriverException("topic " + name + " is gone");
        }
        producers.add(producer);
        producerBytes = Math.max(MIN_BYTES, MAX_BYTES / producers.size());
    }

    synchronized void close(NoneProducer producer) {
        producers.remove(producer);
        producerBytes = Math.max(MIN_BYTES, MAX_BYTES / Math.max(1, producers.size()));
    }

    /** Calls {@link NoneProducer#drain} soon. */
    void ready(NoneProducer producer) {
        ready.add(producer);
        LockSupport.unpark(thread);
    }

    /**
     * Makes a reader a member of its group, which begins at the topic's end with its first member. For a reader without
     * a group, this is a group of its own, for which no producer waits.
     */
    synchronized Group join(NoneReader member) {
        boolean alone = member.spec.group().isEmpty();
        Group group =
                groups.computeIfAbsent(alone ? member : member.spec.group().orElseThrow(), any -> new Group());
        if (group.cursors.isEmpty()) {
            long maxBytes = alone ? MAX_BYTES : Math.max(MIN_BYTES, MAX_BYTES / partitions);
            for (int i = 0; i < partitions; i++) {
                if (!alone || member.spec.partitions().contains(i)) {
                    var cursor = new Cursor(i, states.get(i).end, maxBytes, alone);
                    group.cursors.add(cursor);
                    states.get(i).cursors.add(cursor);
                }
            }
        }
        group.join(member);
        return group;
    }

    synchronized void leave(NoneReader member) {
        if (member.group.leave(member)) {
            groups.values().remove(member.group);
            member.group.cursors.forEach(
                    cursor -> states.get(cursor.partition).cursors.remove(cursor));
        }
    }

    private void run() {
        var busy = new ArrayList<NoneProducer>();
        long passNanos = System.nanoTime();
        try {
            while (!closing) {
                long before = appended;
                for (NoneProducer next = ready.poll(); next != null; next = ready.poll()) {
                    busy.add(next);
                }
                busy.removeIf(NoneProducer::drain);
                if (reorders) {
                    states.forEach(this::appendHeld);
                }
                long sinceNanos = System.nanoTime() - passNanos;
                passNanos += sinceNanos;
                if ((appended - before) * FAST_NANOS > sinceNanos) {
                    // The first call may return at once, because of an earlier call of ready.
                    LockSupport.parkNanos(this, PAUSE_NANOS);
                    LockSupport.parkNanos(this, PAUSE_NANOS);
                } else if (appended == before && ready.isEmpty()) {
                    LockSupport.parkNanos(this, reorders || !busy.isEmpty() ? SHORT_PARK_NANOS : MAX_PARK_NANOS);
                }
            }
        } finally {
            List<NoneProducer> left;
            synchronized (this) {
                ended = true;
                left = List.copyOf(producers);
                groups.values().forEach(Group::wakeAll);
            }
            left.forEach(NoneProducer::giveUp);
        }
    }

    /** Appends a batch. Returns false, without an effect, if it has to wait. Called by the thread. */
    synchronized boolean append(Batch batch) {
        Partition state = states.get(batch.partition);
        if (state.cursors.stream().anyMatch(Cursor::isFull)) {
            return false;
        }
        if (nanosPerMessage > 0 && !batch.isProbe()) {
            // Message n is admitted at start + n / rate.
            long now = System.nanoTime();
            nextNanos = Math.max(nextNanos, now - nanosPerMessage - CREDIT_NANOS);
            if (now - nextNanos < nanosPerMessage) {
                return false;
            }
            nextNanos += nanosPerMessage;
        }
        appended += batch.sent;
        if (batch.fault == Setting.REORDER && state.held == null) {
            state.held = batch;
            state.dueNanos = System.nanoTime() + HOLD_NANOS;
        } else if (batch.count > 0) {
            state.append(batch);
        }
        return true;
    }

    private synchronized void appendHeld(Partition state) {
        if (state.held != null && System.nanoTime() - state.dueNanos > 0) {
            state.append(state.held);
        }
    }

    /** Ends its thread; messages that it has not taken fail. Any other thread. */
    void close() {
        closing = true;
        LockSupport.unpark(thread);
        join(thread);
    }

    static Thread thread(String name, Runnable work) {
        var thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Waits until a thread that was asked to end has ended; if interrupted, for a shorter time. */
    static void join(Thread thread) {
        try {
            thread.join(CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        if (thread.isAlive()) {
            throw new DriverException(thread.getName() + " has not ended within " + CLOSE_MILLIS + " ms");
        }
    }
}

package dev.weir.driver.none;

import dev.weir.driver.admin.LogRange;
import dev.weir.driver.client.SendListener;
import dev.weir.driver.exception.DriverException;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A topic and the one thread that owns its state: it takes messages from the producers' queues, appends them to the
 * logs of their partitions, and acknowledges them. A message whose log is full stays in its queue, like those after it;
 * other queues continue.
 */
final class Topic {
    /** Initial size of all partitions together; each has at least {@value #MIN_LOG_BYTES}. */
    private static final int LOG_BYTES = 1 << 22;

    private static final int MIN_LOG_BYTES = 1 << 14;
    private static final long MAX_PARK_NANOS = 100_000_000;
    /** Longest park while something waits for time to pass. */
    private static final long SHORT_PARK_NANOS = 500_000;

    private static final long COMMAND_SECONDS = 10;
    private static final long CLOSE_MILLIS = 10_000;

    private final String name;
    private final PartitionLog[] logs;
    private final Capacity capacity;
    private final Signal signal = new Signal();
    private final Queue<FutureTask<Void>> commands = new ConcurrentLinkedQueue<>();
    private final List<SendQueue> queues = new ArrayList<>();
    private final Map<String, Subscription> subscriptions = new HashMap<>();
    private final Map<String, ReaderGroup> groups = new HashMap<>();
    private final List<Signal> readers = new ArrayList<>();
    private final List<PartitionLog> written = new ArrayList<>();
    private final Thread thread;
    private boolean someWait;
    private volatile boolean closing;
    private volatile boolean ended;

    Topic(String name, int partitions, Faults faults) {
        this.name = name;
        logs = new PartitionLog[partitions];
        int bytes = Math.max(MIN_LOG_BYTES, Integer.highestOneBit(LOG_BYTES / partitions));
        for (int partition = 0; partition < partitions; partition++) {
            logs[partition] = new PartitionLog(bytes, written);
        }
        capacity = new Capacity(faults.capacityMessagesPerSecond(), System.nanoTime());
        thread = new Thread(this::run, "none-topic-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    int partitions() {
        return logs.length;
    }

    /**
     * Returns the bounds of its logs. Any thread. No message is deleted by age or size, so each log seems to begin at
     * its first message.
     */
    List<LogRange> logRanges() {
        return Stream.of(logs).map(log -> new LogRange(0, log.endOffset())).toList();
    }

    /** Returns the signal that wakes its thread. */
    Signal signal() {
        return signal;
    }

    boolean hasEnded() {
        return ended;
    }

    /** Opens a queue for a producer. Any thread. */
    SendQueue openQueue(SendListener listener, Faults faults) {
        var queue = new SendQueue(listener, faults, signal);
        command(() -> queues.add(queue));
        return queue;
    }

    /** Makes a consumer a member of a subscription, which begins with its first member. Any thread. */
    void join(String subscription, Subscription.Member consumer) {
        command(() -> subscriptions
                .computeIfAbsent(subscription, any -> new Subscription(logs))
                .join(consumer));
    }

    /** Removes a consumer from its subscription. Does nothing if the topic no longer exists. Any thread. */
    void leave(String subscription, Subscription.Member consumer) {
        if (!ended) {
            command(() -> {
                Subscription left = subscriptions.get(subscription);
                if (left != null && left.leave(consumer, logs)) {
                    subscriptions.remove(subscription);
                }
            });
        }
    }

    /** Makes a reader a member of a group, which begins with its first member. Any thread. */
    ReaderGroup join(String group, ReaderGroup.Member reader) {
        var joined = new AtomicReference<ReaderGroup>();
        command(() -> {
            ReaderGroup members = groups.computeIfAbsent(
                    group,
                    any -> new ReaderGroup(IntStream.range(0, logs.length)
                            .mapToObj(partition -> logs[partition].addCursor(partition))
                            .toList()));
            members.join(reader);
            readers.add(reader.signal());
            joined.set(members);
        });
        return Objects.requireNonNull(joined.get());
    }

    /** Removes a reader from its group. Does nothing if the topic no longer exists. Any thread. */
    void leave(String name, ReaderGroup group, ReaderGroup.Member reader) {
        if (!ended) {
            command(() -> {
                readers.remove(reader.signal());
                if (group.leave(reader)) {
                    groups.remove(name, group);
                    group.cursors().forEach(cursor -> logs[cursor.partition()].removeCursor(cursor));
                }
            });
        }
    }

    /** Opens cursors for a reader without a group. Any thread. */
    List<Cursor> openCursors(List<Integer> partitions, Signal reader) {
        for (int partition : partitions) {
            if (partition < 0 || partition >= logs.length) {
                throw new DriverException(
                        "partition of topic " + name + " must be in [0, " + logs.length + "), got " + partition);
            }
        }
        var cursors = new ArrayList<Cursor>();
        command(() -> {
            partitions.forEach(partition -> cursors.add(logs[partition].addCursor(partition)));
            readers.add(reader);
        });
        return cursors;
    }

    /** Closes cursors of a reader without a group. Does nothing if the topic no longer exists. Any thread. */
    void closeCursors(List<Cursor> cursors, Signal reader) {
        if (!ended) {
            command(() -> {
                readers.remove(reader);
                cursors.forEach(cursor -> logs[cursor.partition()].removeCursor(cursor));
            });
        }
    }

    private void command(Runnable action) {
        var command = new FutureTask<Void>(action, null);
        commands.add(command);
        signal.wake();
        if (ended) {
            command.cancel(false);
        }
        try {
            command.get(COMMAND_SECONDS, TimeUnit.SECONDS);
        } catch (CancellationException e) {
            throw new DriverException("topic " + name + " is gone", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new DriverException("topic " + name + " did not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DriverException("interrupted while topic " + name + " was asked", e);
        }
    }

    private void run() {
        try {
            for (int rounds = 0; !closing; ) {
                if (work()) {
                    rounds = 0;
                    signal.found();
                } else {
                    boolean waitsForTime = someWait || (capacity.limited() && !queues.isEmpty());
                    rounds = signal.await(rounds, waitsForTime ? SHORT_PARK_NANOS : MAX_PARK_NANOS);
                }
            }
        } finally {
            ended = true;
            queues.forEach(SendQueue::end);
            commands.forEach(command -> command.cancel(false));
            subscriptions.values().forEach(Subscription::wake);
            readers.forEach(Signal::wake);
        }
    }

    private boolean work() {
        boolean worked = false;
        for (FutureTask<Void> command = commands.poll(); command != null; command = commands.poll()) {
            command.run();
            worked = true;
        }
        if (worked) {
            subscriptions.values().forEach(Subscription::assign);
        }
        for (int i = queues.size() - 1; i >= 0; i--) {
            SendQueue queue = queues.get(i);
            int taken = queue.drain(logs, capacity);
            if (taken > 0) {
                someWait |= queue.injectsFaults();
                worked = true;
            } else if (queue.seal()) {
                queues.remove(i);
            }
            wakeConsumers();
        }
        if (someWait) {
            appendWhatWaits();
        }
        return worked;
    }

    private void appendWhatWaits() {
        someWait = false;
        for (PartitionLog log : logs) {
            someWait |= log.appendWaiting(System.nanoTime());
        }
        wakeConsumers();
    }

    /** Wakes the consumers of partitions that were written since the previous call, and all readers. */
    private void wakeConsumers() {
        if (written.isEmpty()) {
            return;
        }
        VarHandle.fullFence();
        for (int i = 0; i < written.size(); i++) {
            written.get(i).wakeConsumers();
        }
        written.clear();
        for (int i = 0; i < readers.size(); i++) {
            readers.get(i).wake();
        }
    }

    /** Ends its thread; messages in the queues fail. Any other thread. */
    void close() {
        closing = true;
        signal.wake();
        Threads.join(thread, CLOSE_MILLIS);
    }
}

package dev.weir.worker.loop;

import dev.weir.clock.Clock;
import dev.weir.driver.Driver;
import dev.weir.driver.client.Connections;
import dev.weir.driver.client.Producer;
import dev.weir.driver.client.ProducerSpec;
import dev.weir.driver.client.ReaderSpec;
import dev.weir.plan.TransactionRole;
import dev.weir.worker.recording.ErrorTally;
import dev.weir.worker.transaction.TransactionClient;
import dev.weir.workload.load.TransactionBenchmark;
import dev.weir.workload.load.TransactionLoop;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Work of one iteration of a transaction benchmark, in steps between which {@link TransactionLoopClient} reads the
 * clock. Used by the client's thread.
 */
abstract class LoopWork {
    final Driver driver;
    final Clock clock;
    final TransactionRole role;
    final TransactionLoop loop;
    final TransactionClient client;
    final LoopSends sends;
    final LoopPayload payload;
    private final ErrorTally errors;
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final Map<Integer, Producer> producers = new HashMap<>();
    private final Deque<LoopReader> readers = new ArrayDeque<>();
    private long offsetsNanos;

    LoopWork(LoopParts parts) {
        driver = parts.driver();
        clock = parts.clock();
        role = parts.role();
        loop = parts.loop();
        client = parts.client();
        sends = parts.sends();
        payload = parts.payload();
        errors = parts.errors();
    }

    /** Objects that every kind of work needs. */
    record LoopParts(
            Driver driver,
            Clock clock,
            TransactionRole role,
            TransactionLoop loop,
            TransactionClient client,
            LoopSends sends,
            LoopPayload payload,
            ErrorTally errors) {}

    /** Prepares all iterations; not timed. */
    abstract void prepare();

    /** Prepares one iteration, with or without a transaction; not timed. */
    void prepareNext() {}

    /** Work between begin and commit. */
    abstract void inside();

    /** Work from the commit to what is awaited last. */
    void afterCommit() {}

    /** Prepares all iterations without a transaction; not timed. */
    void prepareWithout() {}

    /** Recovers after a failed iteration; not timed. */
    void afterFailure() {}

    /** Does the work of one transaction without a transaction. */
    abstract void withoutTransaction();

    /** Returns how long sending the offsets took in the last transaction; 0 if there was none. */
    final long offsetsNanos() {
        return offsetsNanos;
    }

    final boolean sendsOffsets() {
        return loop.benchmark() == TransactionBenchmark.SEND_OFFSETS || loop.benchmark() == TransactionBenchmark.STREAM;
    }

    final void sendOffsets(LoopReader reader, Map<Integer, Long> offsets) {
        long begin = clock.epochNanos();
        client.producer().sendOffsets(reader.reader(), offsets);
        offsetsNanos = clock.epochNanos() - begin;
    }

    final void send(int topic, int partition, byte[] value) {
        sends.sending();
        client.producer().send(role.topics().get(topic), partition, null, value, null, sends.sent() - 1, 0, 0);
    }

    final void sendWithoutTransaction(int topic, int partition, byte[] value) {
        sends.sending();
        producer(topic).send(partition, null, value, null, sends.sent() - 1, 0, 0);
    }

    private Producer producer(int topic) {
        return producers.computeIfAbsent(
                topic,
                number -> opening(driver.openProducer(
                        new ProducerSpec(
                                role.clientId() + "-plain-" + number,
                                role.topics().get(number),
                                role.partitions(),
                                Connections.OF_CLIENT,
                                client.headers()),
                        sends)));
    }

    /** Opens a reader of committed messages of the first topic. */
    final LoopReader openReader(Optional<String> group, List<Integer> partitions) {
        String clientId = role.clientId() + "-reader-" + readers.size();
        var spec = new ReaderSpec(clientId, role.topics().get(0), group, partitions, true);
        var reader = new LoopReader(opening(driver.reads().orElseThrow().openReader(spec)), clock, errors);
        synchronized (readers) {
            readers.add(reader);
        }
        return reader;
    }

    private <T extends AutoCloseable> T opening(T closeable) {
        opened.push(closeable);
        return closeable;
    }

    /** Returns how many messages were read so far. Any thread. */
    final long received() {
        synchronized (readers) {
            return readers.stream().mapToLong(LoopReader::received).sum();
        }
    }

    /** Closes what it has opened; records what cannot be closed as an error. */
    final void close() {
        while (!opened.isEmpty()) {
            close(opened.peek());
        }
    }

    /** Closes one object; records a failure as an error. */
    final void close(AutoCloseable one) {
        opened.remove(one);
        try {
            one.close();
        } catch (Exception e) {
            errors.add(e);
        }
    }
}

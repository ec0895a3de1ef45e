package dev.weir.feature.transactions;

import dev.weir.clock.Clock;
import dev.weir.driver.Driver;
import dev.weir.driver.client.Connections;
import dev.weir.driver.client.Producer;
import dev.weir.driver.client.ProducerSpec;
import dev.weir.driver.client.ReaderSpec;
import dev.weir.feature.transactions.LoopReader.LoopMessage;
import dev.weir.feature.transactions.LoopSection.TransactionLoop;
import dev.weir.feature.transactions.LoopSection.TransactionRole;
import dev.weir.feature.transactions.PipelineSection.Transform;
import dev.weir.measure.Counter;
import dev.weir.plan.Assignment;
import dev.weir.worker.message.RandomStream;
import dev.weir.worker.recording.ErrorTally;
import dev.weir.worker.recording.RunMaterial;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What one client of a transaction benchmark works with, and its work in {@link Steps}. Used by the client's thread,
 * except for its counters.
 */
final class LoopWork {
    /** Numbers of messages begin with that of their client. Leaves room for about 10^12 messages of each client. */
    private static final int CLIENT_SHIFT = 40;

    final TransactionClient client;
    final LoopSends sends;
    /** Messages that were read so far. Any thread may read it. */
    final Counter received = new Counter();
    /** Failed polls so far, after each of which a reader has paused. */
    final Counter failedPolls = new Counter();

    final Steps steps;
    private final Driver driver;
    private final Clock clock;
    private final TransactionRole role;
    private final TransactionLoop loop;
    private final ErrorTally errors;
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final Map<Integer, Producer> producers = new HashMap<>();
    /** The number of the message, 8 bytes, then lower-case letters from the seed; {@link LoopSection} checks the length. */
    private final byte[] payload;

    private long number;
    private int readers;
    /** Reader of the first topic, which {@link Steps#prepare} opens; null before, and where a benchmark reads nothing. */
    private @Nullable LoopReader reader;

    private long offsetsNanos;

    /** Opens the transactional producer. */
    LoopWork(Assignment assignment, TransactionRole role, Driver driver, RunMaterial material) {
        this.driver = driver;
        this.clock = material.clock();
        this.role = role;
        this.loop = role.loop();
        this.errors = material.errors();
        this.sends = new LoopSends(clock, errors);
        this.client = new TransactionClient(
                driver, role.clientId(), assignment.messages().headers(), sends, clock, errors);
        this.payload = new byte[assignment.messages().payload().messageSize()];
        this.number = ((long) role.client() << CLIENT_SHIFT) - 1;
        SplittableRandom random = RandomStream.PAYLOAD_CHOICE.ofProducer(assignment.seed(), role.client());
        for (int i = 0; i < payload.length; i++) {
            payload[i] = (byte) ('a' + random.nextInt(26));
        }
        this.steps = switch (loop.benchmark()) {
            case SEND -> new SendSteps();
            case FETCH -> new FetchSteps();
            case SEND_OFFSETS -> new SendOffsetsSteps();
            case STREAM -> new StreamSteps();
        };
    }

    /** Returns how long sending the offsets took in the last transaction; 0 if there was none. */
    long offsetsNanos() {
        return offsetsNanos;
    }

    private LoopReader reader() {
        return Objects.requireNonNull(reader, "the reader that prepare() opens");
    }

    private void sendOffsets(Map<Integer, Long> offsets) {
        long begin = clock.epochNanos();
        client.producer().sendOffsets(reader().reader, offsets);
        offsetsNanos = clock.epochNanos() - begin;
    }

    private void send(boolean inTransaction, int topic, int partition, byte[] value) {
        long sequence = sends.sending();
        if (inTransaction) {
            client.producer().send(role.topics().get(topic), partition, null, value, null, sequence, 0, 0);
        } else {
            producer(topic).send(partition, null, value, null, sequence, 0, 0);
        }
    }

    /** Returns the payload with the next number; the same array each time. */
    private byte[] nextPayload() {
        ByteBuffer.wrap(payload).putLong(++number);
        return payload;
    }

    private void sendMessages(boolean inTransaction) {
        for (int i = 0; i < loop.messages(); i++) {
            send(inTransaction, i % role.topics().size(), role.partition(), nextPayload());
        }
    }

    private Producer producer(int topic) {
        return producers.computeIfAbsent(topic, index -> {
            String clientId = role.clientId() + "-plain-" + index;
            String name = role.topics().get(index);
            return opening(driver.openProducer(
                    new ProducerSpec(clientId, name, role.partitions(), Connections.OF_CLIENT, client.headers()),
                    sends));
        });
    }

    /** Opens a reader of committed messages of the first topic. */
    private LoopReader openReader(Optional<String> group, List<Integer> partitions) {
        String clientId = role.clientId() + "-reader-" + readers++;
        var spec = new ReaderSpec(clientId, role.topics().get(0), group, partitions, true);
        return new LoopReader(
                opening(driver.reads().orElseThrow().openReader(spec)), clock, errors, received, failedPolls);
    }

    private <T extends AutoCloseable> T opening(T closeable) {
        opened.push(closeable);
        return closeable;
    }

    /** Closes all that it has opened beside the transactional producer. */
    void close() {
        while (!opened.isEmpty()) {
            close(opened.peek());
        }
    }

    /** Closes one object; a failure is recorded as an error. */
    private void close(AutoCloseable one) {
        opened.remove(one);
        try {
            one.close();
        } catch (Exception e) {
            errors.add(e);
        }
    }

    /** One iteration of a benchmark, in steps between which {@link TransactionLoopClient} reads the clock. */
    abstract static class Steps {
        /** Prepares all iterations; not timed. */
        void prepare() {}

        /** Prepares one iteration, with or without a transaction; not timed. */
        void prepareNext() {}

        /** Work between begin and commit, or the same without a transaction. */
        abstract void work(boolean inTransaction);

        /** Work after the commit, or after {@link #work} without a transaction, up to what is awaited last; timed. */
        void afterCommit() {}

        /** Prepares all iterations without a transaction; not timed. */
        void prepareWithout() {}

        /** Recovers after a failed iteration; not timed. */
        void afterFailure() {}
    }

    /** Sends messages to the topics in turn, and awaits them at the commit. */
    private final class SendSteps extends Steps {
        @Override
        void work(boolean inTransaction) {
            sendMessages(inTransaction);
        }

        @Override
        void afterCommit() {
            sends.await();
        }
    }

    /** Sends messages, commits them, and then reads them. */
    private final class FetchSteps extends Steps {
        private static final Duration POLL = Duration.ofMillis(1);

        private long nextOffset;

        @Override
        void prepare() {
            reader = openReader(Optional.empty(), List.of(role.partition()));
            nextOffset = Objects.requireNonNull(
                    reader().reader.positions().get(role.partition()), "the position of a partition that it was given");
        }

        @Override
        void work(boolean inTransaction) {
            sendMessages(inTransaction);
            sends.await();
        }

        /**
         * Waits until the last message is visible to a reader. With a single client, the marker of the previous transaction
         * is directly before these messages.
         */
        @Override
        void afterCommit() {
            reader().forget();
            reader().reader.seek(role.partition(), nextOffset);
            nextOffset = reader().until(number, POLL) + 1;
        }
    }

    /** Commits the same offset of a partition repeatedly, for a group whose only member never polls. */
    private final class SendOffsetsSteps extends Steps {
        private @Nullable LoopReader committing;

        @Override
        void prepare() {
            reader = openReader(Optional.of(role.group()), List.of());
        }

        /**
         * Opens a member of a group, because a commit without a transaction needs one. It opens after the transactions,
         * because a member that does not poll is removed from its group after a while.
         */
        @Override
        void prepareWithout() {
            committing = openReader(Optional.of(role.group() + "-plain"), List.of());
            committing.join();
        }

        @Override
        void afterFailure() {
            if (committing != null) {
                committing.join();
            }
        }

        @Override
        void work(boolean inTransaction) {
            if (inTransaction) {
                sendOffsets(Map.of(role.partition(), 0L));
            } else {
                Objects.requireNonNull(committing).reader.commit();
            }
        }
    }

    /**
     * Reads messages from one topic and sends them to the other in upper case, with their offsets. Messages whose
     * transaction failed are read again. Several clients form one group, but each has its partitions from the plan. If
     * the group assigned them, members that join late would take partitions from others during a transaction, and the
     * instrument itself would make that transaction fail.
     */
    private final class StreamSteps extends Steps {
        private final List<LoopMessage> batch = new ArrayList<>();
        private final List<Integer> partitions = IntStream.range(0, role.partitions())
                .filter(partition -> partition % role.clients() == role.client())
                .boxed()
                .toList();

        /** Fills each partition with what its reader needs for the transactions, and for as many iterations without. */
        @Override
        void prepare() {
            reader = open();
            reader().join();
            long messages = 2L * (loop.count() + loop.benchmark().warmup) * loop.messages();
            for (int partition : partitions) {
                for (long i = 0; i < messages; i++) {
                    send(false, 0, partition, nextPayload());
                }
            }
            sends.await();
            client.begin();
            sendOffsets(reader().reader.positions());
            client.commit();
        }

        private LoopReader open() {
            Optional<String> group = Optional.of(role.topics().get(0) + "-stream");
            return openReader(group, role.clients() == 1 ? List.of() : partitions);
        }

        @Override
        void prepareNext() {
            while (batch.size() < loop.messages()) {
                LoopMessage message = reader().next();
                Transform.UPPER_CASE.apply(message.value(), Long.BYTES);
                batch.add(message);
            }
        }

        @Override
        void work(boolean inTransaction) {
            if (inTransaction) {
                Map<Integer, Long> offsets = new HashMap<>();
                for (LoopMessage message : batch) {
                    send(true, 1, message.partition(), message.value());
                    offsets.put(message.partition(), message.offset() + 1);
                }
                sendOffsets(offsets);
            } else {
                batch.forEach(message -> send(false, 1, message.partition(), message.value()));
                reader().reader.commit();
                sends.await();
            }
        }

        @Override
        void afterCommit() {
            batch.clear();
        }

        /**
         * Reopens the reader, because only the group knows whether its partitions are still its own, and what was
         * committed. The committed position may be beyond all messages that were read, because iterations without
         * transactions also commit; so messages may have to be added.
         */
        @Override
        void afterFailure() {
            int skipped = batch.size() + reader().waiting();
            batch.clear();
            LoopReader old = reader();
            // Before the old reader leaves, because a group without readers may be deleted.
            reader = open();
            close(old.reader);
            reader().join();
            for (int i = 0; i < skipped; i++) {
                send(false, 0, partitions.get(0), nextPayload());
            }
            sends.settle();
        }
    }
}

package dev.weir.feature.transactions;

import dev.weir.clock.Clock;
import dev.weir.driver.Driver;
import dev.weir.driver.client.Connections;
import dev.weir.driver.client.Producer;
import dev.weir.driver.client.ProducerSpec;
import dev.weir.driver.client.ReaderSpec;
import dev.weir.feature.transactions.LoopReader.LoopPayload;
import dev.weir.feature.transactions.TransactionLoop.TransactionRole;
import dev.weir.plan.Assignment;
import dev.weir.worker.recording.ErrorTally;
import dev.weir.worker.recording.RunMaterial;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

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
    private final List<LoopReader> readers = new CopyOnWriteArrayList<>();
    /** Reader of the first topic, which {@link #prepare} opens; null before, and where a benchmark reads nothing. */
    @Nullable
    LoopReader reader;

    private long offsetsNanos;

    private LoopWork(Assignment assignment, TransactionRole role, Driver driver, RunMaterial material) {
        this.driver = driver;
        this.clock = material.clock();
        this.role = role;
        this.loop = role.loop();
        this.errors = material.errors();
        this.sends = new LoopSends(clock, errors);
        this.client = new TransactionClient(
                driver, role.clientId(), assignment.messages().headers(), sends, clock, errors);
        this.payload = new LoopPayload(assignment.messages().payload().messageSize(), assignment.seed(), role.client());
    }

    /** Opens the producer for the work of a role. */
    static LoopWork of(Assignment assignment, TransactionRole role, Driver driver, RunMaterial material) {
        return switch (role.loop().benchmark()) {
            case SEND -> new SendWork(assignment, role, driver, material);
            case FETCH -> new FetchWork(assignment, role, driver, material);
            case SEND_OFFSETS -> new SendOffsetsWork(assignment, role, driver, material);
            case STREAM -> new StreamWork(assignment, role, driver, material);
        };
    }

    /** Prepares all iterations; not timed. */
    void prepare() {}

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

    abstract void withoutTransaction();

    /** Returns how long sending the offsets took in the last transaction; 0 if there was none. */
    final long offsetsNanos() {
        return offsetsNanos;
    }

    final LoopReader reader() {
        return Objects.requireNonNull(reader, "the reader that prepare() opens");
    }

    final void sendOffsets(Map<Integer, Long> offsets) {
        long begin = clock.epochNanos();
        client.producer().sendOffsets(reader().reader(), offsets);
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

    final void sendMessages(boolean inTransaction) {
        for (int i = 0; i < loop.messages(); i++) {
            int topic = i % role.topics().size();
            if (inTransaction) {
                send(topic, role.partition(), payload.next());
            } else {
                sendWithoutTransaction(topic, role.partition(), payload.next());
            }
        }
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
        var made = new LoopReader(opening(driver.reads().orElseThrow().openReader(spec)), clock, errors);
        readers.add(made);
        return made;
    }

    private <T extends AutoCloseable> T opening(T closeable) {
        opened.push(closeable);
        return closeable;
    }

    /** Returns how many polls of readers have failed, after each of which a reader has paused. */
    final long failedPolls() {
        return readers.stream().mapToLong(LoopReader::failedPolls).sum();
    }

    /** Returns how many messages were read so far. Any thread. */
    final long received() {
        return readers.stream().mapToLong(LoopReader::received).sum();
    }

    /** Closes what it has opened; records what cannot be closed as an error. */
    final void close() {
        while (!opened.isEmpty()) {
            close(opened.peek());
        }
    }

    /** Closes one object; a failure is recorded as an error. */
    final void close(AutoCloseable one) {
        opened.remove(one);
        try {
            one.close();
        } catch (Exception e) {
            errors.add(e);
        }
    }

    /** Work of the fetch benchmark: messages that are sent, committed, and then read. */
    private static final class FetchWork extends LoopWork {
        private static final Duration POLL = Duration.ofMillis(1);

        private long nextOffset;

        FetchWork(Assignment assignment, TransactionRole role, Driver driver, RunMaterial material) {
            super(assignment, role, driver, material);
        }

        @Override
        void prepare() {
            reader = openReader(Optional.empty(), List.of(role.partition()));
            nextOffset = Objects.requireNonNull(
                    reader().reader().positions().get(role.partition()),
                    "the position of a partition that it was given");
        }

        @Override
        void inside() {
            sendMessages(true);
            sends.await();
        }

        /**
         * Waits until the last message is visible to a reader. With a single client, the marker of the previous transaction
         * is directly before these messages.
         */
        @Override
        void afterCommit() {
            reader().forget();
            reader().reader().seek(role.partition(), nextOffset);
            nextOffset = reader().until(payload.number(), POLL) + 1;
        }

        @Override
        void withoutTransaction() {
            sendMessages(false);
            sends.await();
            afterCommit();
        }
    }

    /** Commits the same offset of a partition repeatedly, for a group whose only member never polls. */
    private static final class SendOffsetsWork extends LoopWork {
        private @Nullable LoopReader committing;

        SendOffsetsWork(Assignment assignment, TransactionRole role, Driver driver, RunMaterial material) {
            super(assignment, role, driver, material);
        }

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
        void inside() {
            sendOffsets(Map.of(role.partition(), 0L));
        }

        @Override
        void withoutTransaction() {
            Objects.requireNonNull(committing).reader().commit();
        }
    }

    /** Work of the send benchmark: sends messages to the topics in turn, and awaits them at the commit. */
    private static final class SendWork extends LoopWork {
        SendWork(Assignment assignment, TransactionRole role, Driver driver, RunMaterial material) {
            super(assignment, role, driver, material);
        }

        @Override
        void inside() {
            sendMessages(true);
        }

        @Override
        void afterCommit() {
            sends.await();
        }

        @Override
        void withoutTransaction() {
            sendMessages(false);
            sends.await();
        }
    }

    /**
     * Work of the stream benchmark: reads messages from one topic and sends them to the other in upper case, with their
     * offsets. Messages whose transaction failed are read again. Several clients form one group, but each has its
     * partitions from the plan. If the group assigned them, members that join late would take partitions from others during
     * a transaction, and the instrument itself would make that transaction fail.
     */
    private static final class StreamWork extends LoopWork {
        private final List<LoopReader.LoopMessage> batch = new ArrayList<>();

        StreamWork(Assignment assignment, TransactionRole role, Driver driver, RunMaterial material) {
            super(assignment, role, driver, material);
        }

        /** Fills each partition with what its reader needs for the transactions, and for as many iterations without. */
        @Override
        void prepare() {
            reader = open();
            reader().join();
            long messages = 2L * (loop.count() + loop.benchmark().warmup) * loop.messages();
            for (int partition : partitions()) {
                for (long i = 0; i < messages; i++) {
                    sendWithoutTransaction(0, partition, payload.next());
                }
            }
            sends.await();
            client.begin();
            sendOffsets(reader().reader().positions());
            client.commit();
        }

        private List<Integer> partitions() {
            return IntStream.range(0, role.partitions())
                    .filter(partition -> partition % role.clients() == role.client())
                    .boxed()
                    .toList();
        }

        private LoopReader open() {
            String group = role.topics().get(0) + "-stream";
            return openReader(Optional.of(group), role.clients() == 1 ? List.of() : partitions());
        }

        @Override
        void prepareNext() {
            while (batch.size() < loop.messages()) {
                LoopReader.LoopMessage message = reader().next();
                batch.add(new LoopReader.LoopMessage(
                        message.partition(), message.offset(), LoopPayload.upperCase(message.value())));
            }
        }

        @Override
        void inside() {
            Map<Integer, Long> offsets = new HashMap<>();
            for (LoopReader.LoopMessage message : batch) {
                send(1, message.partition(), message.value());
                offsets.put(message.partition(), message.offset() + 1);
            }
            sendOffsets(offsets);
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
            close(old.reader());
            reader().join();
            for (int i = 0; i < skipped; i++) {
                sendWithoutTransaction(0, partitions().get(0), payload.next());
            }
            sends.settle();
        }

        @Override
        void withoutTransaction() {
            batch.forEach(message -> sendWithoutTransaction(1, message.partition(), message.value()));
            reader().reader().commit();
            sends.await();
            batch.clear();
        }
    }
}

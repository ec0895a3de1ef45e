package dev.weir.driver.none;

import dev.weir.driver.client.Reader;
import dev.weir.driver.client.SendListener;
import dev.weir.driver.client.TransactionalProducer;
import dev.weir.driver.client.TransactionalSpec;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.exception.TransactionException;
import dev.weir.driver.exception.TransactionException.Remedy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the messages of a transaction until it is committed, and only then puts them into the queues of their topics.
 * So no consumer receives a message of an open or aborted transaction. A message is acknowledged, on a thread of the
 * producer's own, when it has been kept. If one fails on purpose, see {@link Faults}, its transaction cannot be
 * committed, as with Kafka.
 */
final class NoneTransactionalProducer implements TransactionalProducer {
    private static final long COMMIT_MILLIS = 30_000;
    private static final long CLOSE_MILLIS = 10_000;

    private enum State {
        IDLE,
        OPEN,
        COMMITTING
    }

    private final Topics topics;
    private final TransactionalSpec spec;
    private final SendListener listener;
    private final Faults faults;
    private final ExecutorService callbacks;
    private final Appended appended = new Appended();
    private final Map<String, NoneProducer> producers = new HashMap<>();
    /** Sends of the kept messages. */
    private final List<Runnable> kept = new ArrayList<>();

    private final Map<ReaderGroup, Map<Integer, Long>> offsets = new LinkedHashMap<>();
    private State state = State.IDLE;
    private boolean spoiled;
    private long aborted;
    private boolean closed;

    /** Fences the previous producer with the id, and aborts its open transaction. */
    NoneTransactionalProducer(Topics topics, TransactionalSpec spec, SendListener listener, Faults faults) {
        this.topics = topics;
        this.spec = spec;
        this.listener = listener;
        this.faults = faults;
        callbacks = Executors.newSingleThreadExecutor(task -> {
            var thread = new Thread(task, "none-transactions-" + spec.clientId());
            thread.setDaemon(true);
            return thread;
        });
        NoneTransactionalProducer fenced = topics.takeTransactionalId(spec.transactionalId(), this);
        if (fenced != null) {
            fenced.forget();
        }
    }

    @Override
    public synchronized void begin() {
        checkOwner();
        expect(State.IDLE);
        state = State.OPEN;
    }

    @Override
    public synchronized void send(
            String topic,
            int partition,
            byte @Nullable [] key,
            byte[] value,
            byte @Nullable [] header,
            long sequence,
            long intendedNanos,
            long sentNanos) {
        String refused = null;
        try {
            expect(State.OPEN);
            Faults.Kind fault = faults.of(sequence);
            if (fault == Faults.Kind.FAIL || fault == Faults.Kind.DELIVER_FAILED) {
                refused = "failed on purpose (" + fault + ")";
            } else {
                NoneProducer producer = producers.computeIfAbsent(topic, this::open);
                int to = producer.partition(partition, key);
                refused = producer.refused(to, value, header);
                if (refused == null) {
                    byte[] ownValue = value.clone();
                    byte[] ownHeader = header == null ? null : header.clone();
                    kept.add(() -> producer.send(to, null, ownValue, ownHeader, sequence, intendedNanos, sentNanos));
                    callbacks.execute(() -> listener.acknowledged(to, sequence, intendedNanos, sentNanos));
                }
            }
        } catch (DriverException | RejectedExecutionException e) {
            refused = String.valueOf(e.getMessage());
        }
        if (refused != null) {
            spoiled = true;
            listener.failed(partition, sequence, intendedNanos, sentNanos, new DriverException(refused));
        }
    }

    private NoneProducer open(String topic) {
        return new NoneProducer(topics.get(topic), appended, faults);
    }

    @Override
    public synchronized void sendOffsets(Reader reader, Map<Integer, Long> offsetsByPartition) {
        if (!(reader instanceof NoneReader ofNone)) {
            throw new IllegalArgumentException("not a reader of this driver: " + reader);
        }
        checkOwner();
        expect(State.OPEN);
        ReaderGroup group = ofNone.group();
        group.hold(ofNone.member(), offsetsByPartition.keySet(), this);
        offsets.computeIfAbsent(group, any -> new HashMap<>()).putAll(offsetsByPartition);
    }

    @Override
    public synchronized void commit() {
        checkOwner();
        if (state != State.COMMITTING) {
            expect(State.OPEN);
            if (spoiled) {
                throw new TransactionException(
                        Remedy.ABORT, spec.transactionalId() + " cannot commit: a message of it has failed");
            }
            state = State.COMMITTING;
            publish();
        }
        appended.await(COMMIT_MILLIS, spec.transactionalId());
        offsets.forEach((group, positions) -> group.commit(positions));
        end();
    }

    private void publish() {
        appended.expect(kept.size());
        kept.forEach(Runnable::run);
    }

    @Override
    public synchronized void abort() {
        checkOwner();
        expect(State.OPEN);
        if (faults.deliversAborted(++aborted)) {
            publish();
            appended.await(COMMIT_MILLIS, spec.transactionalId());
        }
        end();
    }

    private synchronized void forget() {
        // What is being committed stays so: its outcome is unknown.
        end();
    }

    private void end() {
        offsets.keySet().forEach(group -> group.release(this));
        offsets.clear();
        kept.clear();
        spoiled = false;
        state = State.IDLE;
    }

    private void checkOwner() {
        if (!topics.hasTransactionalId(spec.transactionalId(), this)) {
            throw new TransactionException(
                    Remedy.CLOSE,
                    closed
                            ? spec.transactionalId() + " is closed"
                            : "another producer has the transactional id " + spec.transactionalId());
        }
    }

    private void expect(State expected) {
        if (state != expected) {
            throw new DriverException("the transaction of " + spec.transactionalId() + " must be " + expected
                    + " for that, and is " + state);
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            end();
        }
        topics.returnTransactionalId(spec.transactionalId(), this);
        producers.values().forEach(NoneProducer::close);
        callbacks.shutdown();
        try {
            if (!callbacks.awaitTermination(CLOSE_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new DriverException(spec.clientId() + " has not received the outcome of all its messages within "
                        + CLOSE_MILLIS + " ms");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Counts appended messages. Used by the threads of the topics, and that of the producer. */
    private static final class Appended implements SendListener {
        private final Semaphore taken = new Semaphore(0);
        private int missing;
        private volatile @Nullable Throwable failure;

        void expect(int count) {
            missing += count;
        }

        @Override
        public void acknowledged(int partition, long sequence, long intendedNanos, long sentNanos) {
            taken.release();
        }

        @Override
        public void failed(int partition, long sequence, long intendedNanos, long sentNanos, Throwable cause) {
            failure = cause;
            taken.release();
        }

        void await(long millis, String transactionalId) {
            try {
                if (!taken.tryAcquire(missing) && !taken.tryAcquire(missing, millis, TimeUnit.MILLISECONDS)) {
                    throw new TransactionException(
                            Remedy.RETRY,
                            transactionalId + " is not committed after " + millis
                                    + " ms: its messages wait for room in their topics");
                }
                missing = 0;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new DriverException("interrupted while " + transactionalId + " was committed", e);
            }
            Throwable cause = failure;
            if (cause != null) {
                throw new DriverException(transactionalId + " cannot commit: " + cause.getMessage(), cause);
            }
        }
    }
}

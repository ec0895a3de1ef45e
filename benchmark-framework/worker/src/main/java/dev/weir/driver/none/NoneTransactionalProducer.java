package dev.weir.driver.none;

import dev.weir.driver.client.Reader;
import dev.weir.driver.client.SendListener;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.none.NoneSettings.Setting;
import dev.weir.driver.transaction.TransactionException;
import dev.weir.driver.transaction.TransactionException.Remedy;
import dev.weir.driver.transaction.TransactionalProducer;
import dev.weir.driver.transaction.TransactionalSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the messages of a transaction until it is committed, and only then sends them to their topics. So no consumer
 * receives a message of an open or aborted transaction. A message is acknowledged, on a thread of the producer's own,
 * when it has been kept. If a message fails on purpose, its transaction cannot be committed, as with Kafka.
 */
final class NoneTransactionalProducer implements TransactionalProducer, SendListener {
    private static final long COMMIT_MILLIS = 30_000;
    /** The current producer of each transactional id. */
    private static final Map<String, NoneTransactionalProducer> OWNERS = new ConcurrentHashMap<>();

    private final TransactionalSpec spec;
    private final SendListener listener;
    private final NoneSettings settings;
    private final ExecutorService callbacks;
    private final Map<String, NoneProducer> producers = new HashMap<>();
    /** Sends of the kept messages. */
    private final List<Runnable> kept = new ArrayList<>();

    private final Map<Group, Map<Integer, Long>> offsets = new LinkedHashMap<>();
    private boolean isOpen;
    private boolean spoiled;
    private long aborted;
    private volatile @Nullable Throwable failure;

    /** Fences the previous producer with the id, and aborts its open transaction. */
    NoneTransactionalProducer(TransactionalSpec spec, SendListener listener, NoneSettings settings) {
        this.spec = spec;
        this.listener = listener;
        this.settings = settings;
        String name = "none-transactions-" + spec.clientId();
        callbacks = Executors.newSingleThreadExecutor(task -> Topic.thread(name, task));
        NoneTransactionalProducer fenced = OWNERS.put(spec.transactionalId(), this);
        if (fenced != null) {
            fenced.end(false);
        }
    }

    @Override
    public synchronized void begin() {
        checkOpen(false);
        isOpen = true;
        spoiled = false;
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
        try {
            checkOpen(true);
            Setting fault = settings.faultOf(sequence);
            if (fault == Setting.FAIL || fault == Setting.DELIVER_FAILED) {
                throw new DriverException("failed on purpose (" + fault + ")");
            }
            NoneProducer producer =
                    producers.computeIfAbsent(topic, name -> new NoneProducer(NoneDriver.topic(name), this, settings));
            int to = producer.partition(partition, key);
            byte[] ownValue = value.clone();
            byte[] ownHeader = header == null ? null : header.clone();
            callbacks.execute(() -> listener.acknowledged(to, sequence, intendedNanos, sentNanos));
            kept.add(() -> producer.send(to, null, ownValue, ownHeader, sequence, intendedNanos, sentNanos));
        } catch (DriverException | RejectedExecutionException e) {
            spoiled = true;
            listener.failed(partition, sequence, intendedNanos, sentNanos, e);
        }
    }

    @Override
    public synchronized void sendOffsets(Reader reader, Map<Integer, Long> offsetsByPartition) {
        if (!(reader instanceof NoneReader ofNone)) {
            throw new IllegalArgumentException("not a reader of this driver: " + reader);
        }
        checkOpen(true);
        ofNone.group.hold(ofNone, offsetsByPartition.keySet(), this);
        offsets.computeIfAbsent(ofNone.group, any -> new HashMap<>()).putAll(offsetsByPartition);
    }

    /** If it has not returned in time and is called again, it goes on to wait. */
    @Override
    public synchronized void commit() {
        checkOpen(true);
        if (spoiled) {
            throw new TransactionException(
                    Remedy.ABORT, spec.transactionalId() + " cannot commit: a message of it has failed");
        }
        append();
        end(true);
    }

    @Override
    public synchronized void abort() {
        checkOpen(true);
        if (settings.isNth(Setting.DELIVER_ABORTED, ++aborted)) {
            append();
        }
        end(false);
    }

    private void append() {
        kept.forEach(Runnable::run);
        kept.clear();
        try {
            for (NoneProducer producer : producers.values()) {
                if (!producer.flush(COMMIT_MILLIS)) {
                    throw new TransactionException(
                            Remedy.RETRY,
                            spec.transactionalId() + " is not committed after " + COMMIT_MILLIS
                                    + " ms: its messages wait for room in their topics");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DriverException("interrupted while " + spec.transactionalId() + " was committed", e);
        }
        Throwable cause = failure;
        if (cause != null) {
            throw new DriverException(spec.transactionalId() + " cannot commit: " + cause.getMessage(), cause);
        }
    }

    /** A message was appended to its topic. */
    @Override
    public void acknowledged(int partition, long sequence, long intendedNanos, long sentNanos) {}

    /** A message could not be appended to its topic. */
    @Override
    public void failed(int partition, long sequence, long intendedNanos, long sentNanos, Throwable cause) {
        failure = cause;
    }

    private synchronized void end(boolean commits) {
        offsets.forEach((group, ofGroup) -> group.release(this, commits ? ofGroup : Map.of()));
        offsets.clear();
        kept.clear();
        isOpen = false;
    }

    private void checkOpen(boolean expected) {
        if (OWNERS.get(spec.transactionalId()) != this) {
            throw new TransactionException(
                    Remedy.CLOSE, "closed, or another producer has the transactional id " + spec.transactionalId());
        }
        if (isOpen != expected) {
            throw new DriverException(spec.transactionalId()
                    + (expected ? " has no open transaction" : " has an open transaction already"));
        }
    }

    @Override
    public void close() {
        OWNERS.remove(spec.transactionalId(), this);
        end(false);
        producers.values().forEach(NoneProducer::close);
        if (!callbacks.isShutdown()) {
            // After all acknowledgements.
            CompletableFuture.runAsync(callbacks::shutdown, callbacks)
                    .orTimeout(Topic.CLOSE_MILLIS, TimeUnit.MILLISECONDS)
                    .join();
        }
    }
}

package dev.weir.driver.omb;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.driver.client.Producer;
import dev.weir.driver.client.SendListener;
import dev.weir.driver.exception.DriverException;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Sends through a producer of OMB. A message is resolved on the thread that completes its future, which may be any
 * thread, also the sender's own. A lock serializes them for the listener.
 */
final class OmbProducer implements Producer {
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);

    private final BenchmarkProducer producer;
    private final SendListener listener;
    private final Set<Pending> pending = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final CountDownLatch resolved = new CountDownLatch(1);
    private final Object listening = new Object();

    OmbProducer(BenchmarkProducer producer, SendListener listener) {
        this.producer = producer;
        this.listener = listener;
    }

    /** A message whose future is not complete. Resolved once, by the first result. */
    private final class Pending {
        private final long sequence;
        private final long intendedNanos;
        private final long sentNanos;

        private Pending(long sequence, long intendedNanos, long sentNanos) {
            this.sequence = sequence;
            this.intendedNanos = intendedNanos;
            this.sentNanos = sentNanos;
        }

        void resolve(@Nullable Throwable failure) {
            if (!pending.remove(this)) {
                return;
            }
            synchronized (listening) {
                if (failure == null) {
                    listener.acknowledged(-1, sequence, intendedNanos, sentNanos);
                } else {
                    listener.failed(-1, sequence, intendedNanos, sentNanos, failure);
                }
            }
            if (closed.get() && pending.isEmpty()) {
                resolved.countDown();
            }
        }
    }

    /** Sends a copy of the payload, because drivers of OMB keep it. OMB's interface cannot choose the partition. */
    @Override
    public void send(
            int partition,
            byte @Nullable [] key,
            byte[] value,
            byte @Nullable [] header,
            long sequence,
            long intendedNanos,
            long sentNanos) {
        var message = new Pending(sequence, intendedNanos, sentNanos);
        pending.add(message);
        if (closed.get()) {
            message.resolve(new DriverException("the producer is closed"));
        } else if (header != null) {
            message.resolve(new DriverException(
                    "a driver of OMB has no headers, and the payload has no room for" + " Weir's measurement data"));
        } else {
            send(message, Optional.ofNullable(key).map(bytes -> new String(bytes, UTF_8)), value.clone());
        }
    }

    private void send(Pending message, Optional<String> key, byte[] payload) {
        try {
            CompletionStage<Void> sending = producer.sendAsync(key, payload);
            sending.whenComplete((nothing, failure) -> message.resolve(failure));
        } catch (RuntimeException | LinkageError e) {
            message.resolve(e);
        }
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        try {
            if (!pending.isEmpty() && !resolved.await(CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                failAll("was not acknowledged within " + CLOSE_LIMIT.toSeconds()
                        + " s after its producer began to close");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            try {
                Results.close("a producer of OMB's driver", producer);
            } finally {
                failAll("was not acknowledged before its producer was closed");
            }
        }
    }

    private void failAll(String why) {
        List.copyOf(pending).forEach(message -> message.resolve(new DriverException("the message " + why)));
    }
}

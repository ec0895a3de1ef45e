package dev.weir.feature;

import dev.weir.coordinator.WrappedNone;
import dev.weir.driver.Driver;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.client.Consumer;
import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.client.Producer;
import dev.weir.driver.client.ProducerSpec;
import dev.weir.driver.client.ReceiveListener;
import dev.weir.driver.client.SendListener;
import dev.weir.driver.config.DriverConfig;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The driver none for the clients of one worker, which may die with it. What is acknowledged reaches each producer on a thread
 * of its own: none's would stand still with a worker that is stopped, and so would the whole system.
 */
final class HostOfClients implements DriverFactory {
    static final String NAME = "host";

    /** After so long the system gives a dead consumer's partitions to others. */
    private static final long SESSION_MILLIS = 1000;

    private final Brokers brokers;
    private final List<Consumer> consumers = new CopyOnWriteArrayList<>();
    private final CountDownLatch buried = new CountDownLatch(1);
    private volatile boolean dead;

    HostOfClients(Brokers brokers) {
        this.brokers = brokers;
    }

    /** The system that all workers of a run share: it may stand still, and what it loses is counted. */
    static final class Brokers {
        final StoppableClock gate = new StoppableClock();
        private final AtomicLong lost = new AtomicLong();
        private final long loseEvery;

        /** @param loseEvery message of each producer; 0: none */
        Brokers(long loseEvery) {
            this.loseEvery = loseEvery;
        }

        /** Acknowledged messages that were delivered nowhere. */
        long lost() {
            return lost.get();
        }

        private void acknowledged(long sequence) {
            if (loseEvery > 0 && sequence >= 0 && (sequence + 1) % loseEvery == 0) {
                lost.incrementAndGet();
            }
        }
    }

    /** The clients send and receive nothing more. After a while the system notices it. */
    void die() {
        dead = true;
        CompletableFuture.delayedExecutor(SESSION_MILLIS, TimeUnit.MILLISECONDS)
                .execute(() -> consumers.forEach(consumer -> new Thread(consumer::close, "undertaker").start()));
        // What they have in their hands by now is gone; a little later, so that they take no more.
        CompletableFuture.delayedExecutor(2 * SESSION_MILLIS, TimeUnit.MILLISECONDS)
                .execute(buried::countDown);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Driver open(DriverConfig config) {
        return new WrappedNone(config.settings()) {
            private final List<ExecutorService> callbacks = new CopyOnWriteArrayList<>();

            @Override
            public Producer openProducer(ProducerSpec spec, SendListener listener) {
                ExecutorService thread = Executors.newSingleThreadExecutor();
                callbacks.add(thread);
                return asking((key, value, sequence) -> !dead, super.openProducer(spec, callingOn(thread, listener)));
            }

            @Override
            public Consumer openConsumer(ConsumerSpec spec, ReceiveListener listener) {
                Consumer consumer = super.openConsumer(spec, receiving(listener));
                consumers.add(consumer);
                return consumer;
            }

            @Override
            public void close() {
                super.close();
                callbacks.forEach(HostOfClients::end);
            }
        };
    }

    private static void end(ExecutorService callbacks) {
        callbacks.shutdown();
        try {
            callbacks.awaitTermination(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private SendListener callingOn(ExecutorService callbacks, SendListener listener) {
        return new SendListener() {
            @Override
            public void acknowledged(int partition, long sequence, long intendedNanos, long sentNanos) {
                brokers.acknowledged(sequence);
                call(() -> listener.acknowledged(partition, sequence, intendedNanos, sentNanos));
            }

            @Override
            public void failed(int partition, long sequence, long intendedNanos, long sentNanos, Throwable cause) {
                call(() -> listener.failed(partition, sequence, intendedNanos, sentNanos, cause));
            }

            private void call(Runnable callback) {
                callbacks.execute(() -> {
                    brokers.gate.epochNanos();
                    if (!dead) {
                        callback.run();
                    }
                });
            }
        };
    }

    private ReceiveListener receiving(ReceiveListener listener) {
        return new ReceiveListener() {
            @Override
            public void batch(int count) {
                brokers.gate.epochNanos();
                if (dead) {
                    awaitBurial();
                } else {
                    listener.batch(count);
                }
            }

            @Override
            public void received(int partition, long offset, byte[] value, byte @Nullable [] header) {
                if (!dead) {
                    listener.received(partition, offset, value, header);
                }
            }

            @Override
            public void failed(Throwable cause, boolean fatal) {
                if (!dead) {
                    listener.failed(cause, fatal);
                }
            }
        };
    }

    private void awaitBurial() {
        try {
            buried.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

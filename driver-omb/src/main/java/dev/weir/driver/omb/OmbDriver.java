package dev.weir.driver.omb;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.driver.Driver;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.client.Consumer;
import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.client.Producer;
import dev.weir.driver.client.ProducerSpec;
import dev.weir.driver.client.ReceiveListener;
import dev.weir.driver.client.SendListener;
import dev.weir.driver.exception.DriverException;
import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkDriver.ConsumerInfo;
import io.openmessaging.benchmark.driver.BenchmarkDriver.ProducerInfo;
import io.openmessaging.benchmark.driver.BenchmarkDriver.TopicInfo;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.bookkeeper.stats.NullStatsLogger;
import org.jspecify.annotations.Nullable;

/** An opened driver of OMB. */
final class OmbDriver implements Driver {
    private static final Duration OPEN_LIMIT = Duration.ofSeconds(60);

    /**
     * The system's names of Weir's topics, for all drivers of this process. OMB asks one driver for a prefix, and gives
     * whole names to the others: some drivers draw the prefix at random. Cleared when the last driver closes.
     */
    private static final Map<String, String> TOPICS = new ConcurrentHashMap<>();

    private static final AtomicInteger OPEN = new AtomicInteger();

    private final BenchmarkDriver driver;
    private final Path jar;
    private final Path file;
    private final AtomicInteger clients = new AtomicInteger();

    private OmbDriver(BenchmarkDriver driver, Path jar, Path file) {
        this.driver = driver;
        this.jar = jar;
        this.file = file;
        OPEN.incrementAndGet();
    }

    /** @param text of OMB's driver file */
    static OmbDriver open(Class<? extends BenchmarkDriver> type, Path jar, String text) {
        Path file = write(text);
        try {
            BenchmarkDriver driver = type.getConstructor().newInstance();
            driver.initialize(file.toFile(), NullStatsLogger.INSTANCE);
            return new OmbDriver(driver, jar, file);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw refused(type, file, e);
        } catch (IOException | ReflectiveOperationException | RuntimeException | LinkageError e) {
            throw refused(type, file, e);
        }
    }

    private static DriverException refused(Class<?> type, Path file, Throwable cause) {
        delete(file);
        return new DriverException("OMB's driver " + type.getName() + " cannot be opened: " + text(cause), cause);
    }

    private static Path write(String text) {
        try {
            return Files.writeString(Files.createTempFile("weir-omb-", ".yaml"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // Only this user can read it, and it is in the folder for temporary files.
            file.toFile().deleteOnExit();
        }
    }

    @Override
    public Admin openAdmin() {
        return new OmbAdmin(driver, jar, this::name);
    }

    @Override
    public Producer openProducer(ProducerSpec spec, SendListener listener) {
        var info = new ProducerInfo(clients.getAndIncrement(), name(spec.topic()));
        String what = "open a producer of " + spec.topic();
        return new OmbProducer(
                await(what, OPEN_LIMIT, () -> driver.createProducers(List.of(info)))
                        .get(0),
                listener);
    }

    @Override
    public Consumer openConsumer(ConsumerSpec spec, ReceiveListener listener) {
        var delivery = new Delivery(listener);
        var info = new ConsumerInfo(clients.getAndIncrement(), name(spec.topic()), spec.subscription(), delivery);
        String what = "open a consumer of " + spec.topic();
        BenchmarkConsumer consumer = await(what, OPEN_LIMIT, () -> driver.createConsumers(List.of(info)))
                .get(0);
        return new OmbConsumer(consumer, delivery, new AtomicBoolean());
    }

    private String name(String topic) {
        return TOPICS.computeIfAbsent(topic, own -> driver.getTopicNamePrefix() + "-" + own);
    }

    @Override
    public void close() {
        close("OMB's driver", driver);
        delete(file);
        if (OPEN.decrementAndGet() == 0) {
            TOPICS.clear();
        }
    }

    /**
     * @param what what OMB's driver is to do, for messages, such as {@code open a producer of t}
     * @throws DriverException if the driver fails, or does not create it in time
     */
    private static <T> T await(String what, Duration deadline, Supplier<CompletableFuture<T>> creation) {
        try {
            return creation.get().get(deadline.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DriverException("interrupted before OMB's driver could " + what, e);
        } catch (TimeoutException e) {
            String late = "OMB's driver could not " + what + " within " + deadline.toSeconds() + " s";
            throw new DriverException(late + ": check the system and the addresses in the driver file", e);
        } catch (ExecutionException e) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            throw new DriverException("OMB's driver cannot " + what + ": " + text(cause), e);
        } catch (RuntimeException | LinkageError e) {
            throw new DriverException("OMB's driver cannot " + what + ": " + text(e), e);
        }
    }

    /** Closes an object of a driver. */
    private static void close(String what, AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            throw new DriverException(what + " cannot be closed: " + text(e), e);
        }
    }

    private static String text(Throwable failure) {
        return failure instanceof LinkageError
                ? failure + ": put the libraries of the driver into the folder of --driver-path"
                : failure.toString();
    }

    /**
     * Creates topics, which is all that drivers of OMB administer. They leave their topics in the system.
     *
     * @param names gives the name under which the system has a topic
     */
    private record OmbAdmin(BenchmarkDriver driver, Path jar, UnaryOperator<String> names) implements Admin {
        @Override
        public void createTopics(List<TopicSpec> topics, Duration deadline, IntConsumer progress) {
            List<TopicInfo> infos = topics.stream()
                    .map(topic -> new TopicInfo(names.apply(topic.name()), topic.partitions()))
                    .toList();
            await("create the topics of the run", deadline, () -> driver.createTopics(infos));
        }

        /** Does nothing: a driver of OMB cannot delete topics. */
        @Override
        public void deleteTopics(Collection<String> topics, Duration deadline) {}

        /** None: a driver of OMB cannot list topics. */
        @Override
        public List<String> topicsWithPrefix(String prefix, Duration deadline) {
            return List.of();
        }

        @Override
        public Map<String, String> facts(Duration deadline) {
            Map<String, String> facts = new TreeMap<>();
            facts.put("client", "via OMB driver " + driver.getClass().getName());
            facts.put("omb.jar", String.valueOf(jar.getFileName()));
            facts.put("topics.deleted", "no: drivers of OMB cannot delete topics");
            return facts;
        }

        @Override
        public void close() {}
    }

    /**
     * Receives messages from a consumer of OMB on any thread, and passes them on one at a time. While the delivery is
     * paused, the driver's thread waits in the callback, as in OMB: to the system, the consumer takes no more messages.
     */
    private static final class Delivery implements ConsumerCallback {
        private static final int UNKNOWN = -1;

        private final ReceiveListener listener;
        private boolean paused;
        private boolean closed;

        Delivery(ReceiveListener listener) {
            this.listener = listener;
        }

        @Override
        public synchronized void messageReceived(byte[] payload, long publishTimestamp) {
            try {
                while (paused && !closed) {
                    wait();
                }
            } catch (InterruptedException e) {
                // The driver closes: it may deliver this message again to another consumer.
                Thread.currentThread().interrupt();
                return;
            }
            if (!closed) {
                listener.batch(1);
                listener.received(UNKNOWN, UNKNOWN, payload, null);
            }
        }

        @Override
        public void messageReceived(ByteBuffer payload, long publishTimestamp) {
            byte[] copy = new byte[payload.remaining()];
            payload.duplicate().get(copy);
            messageReceived(copy, publishTimestamp);
        }

        synchronized void pause(boolean isPaused) {
            paused = isPaused;
            notifyAll();
        }

        /** Ends the delivery: later messages are dropped. */
        synchronized void close() {
            closed = true;
            notifyAll();
        }
    }

    /** A consumer of OMB. Its position is unknown. */
    private record OmbConsumer(BenchmarkConsumer consumer, Delivery delivery, AtomicBoolean closed)
            implements Consumer {
        @Override
        public void pause() {
            delivery.pause(true);
        }

        @Override
        public void resume() {
            delivery.pause(false);
        }

        /** None: OMB's interfaces have no offsets. */
        @Override
        public long[] positions() {
            return new long[0];
        }

        /**
         * True: a driver of OMB returns a consumer after it has subscribed; only a message shows that it has partitions.
         */
        @Override
        public boolean isAssigned() {
            return true;
        }

        @Override
        public void close() {
            if (closed.compareAndSet(false, true)) {
                delivery.close();
                OmbDriver.close("a consumer of OMB's driver", consumer);
            }
        }
    }

    /**
     * Sends through a producer of OMB. A message is resolved on the thread that completes its future, which may be any
     * thread, also the sender's own. A lock serializes them for the listener.
     */
    private static final class OmbProducer implements Producer {
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
                message.resolve(new DriverException("a driver of OMB has no headers, and the payload has no room for"
                        + " Weir's measurement data"));
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
                    failAll("within " + CLOSE_LIMIT.toSeconds() + " s after its producer began to close");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                try {
                    OmbDriver.close("a producer of OMB's driver", producer);
                } finally {
                    failAll("before its producer was closed");
                }
            }
        }

        private void failAll(String when) {
            List.copyOf(pending)
                    .forEach(message ->
                            message.resolve(new DriverException("the message was not acknowledged " + when)));
        }
    }
}

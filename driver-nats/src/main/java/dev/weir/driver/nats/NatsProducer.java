package dev.weir.driver.nats;

import dev.weir.driver.client.MessageHeader;
import dev.weir.driver.client.Producer;
import dev.weir.driver.client.ProducerSpec;
import dev.weir.driver.client.SendListener;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.exception.FailureText;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.Message;
import io.nats.client.Subscription;
import io.nats.client.api.PublishAck;
import io.nats.client.impl.Headers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Publishes with a subject for the answer, and one thread that receives the answers, which are JetStream's
 * acknowledgements. The client's own {@code publishAsync} completes its futures on the sender's thread when the answer
 * is quick, and has no limit for messages in flight.
 *
 * <p>A message in flight is in {@link #inFlight} under the subject of its answer. The thread that removes it there
 * calls the listener, so that happens once. When the receiving thread ends, it first sets the reason in {@link #ended}
 * and then fails all messages in flight. The sender first adds a message and then checks {@link #ended}. So each
 * message is resolved.
 */
final class NatsProducer implements Producer {
    /** The header of a call of {@link #send}. Headers of NATS are text. */
    static final String HEADER = MessageHeader.RESERVED;

    private static final Duration LISTEN = Duration.ofMillis(50);
    private static final long OVERDUE_CHECK_NANOS = 100_000_000;
    private static final long LAST_ANSWERS_NANOS = 9_000_000_000L;
    private static final long JOIN_MILLIS = 10_000;

    private final Connection connection;
    private final SendListener listener;
    private final String[] subjects;
    private final @Nullable Headers headersOfAll;
    private final long ackTimeoutNanos;
    private final String overdue;
    private final String inbox;
    private final Subscription answers;
    private final BlockingQueue<Sent> free;
    private final Map<String, Sent> inFlight = new ConcurrentHashMap<>();
    private final Thread thread;
    private volatile boolean closed;
    /** Why no more answers are received; null while they are. */
    private volatile @Nullable Throwable ended;
    /** Used by the callback thread, and by the constructor before it. */
    private long madeSlots;
    /** Used by the sending thread. */
    private int roundRobin;

    /**
     * A message in flight. Reused when its answer has arrived; never after a timeout, because an answer might still
     * arrive.
     */
    private static final class Sent {
        private final String answer;
        private int partition;
        private long sequence;
        private long intendedNanos;
        private long sentNanos;
        private long overdueNanos;

        Sent(String answer) {
            this.answer = answer;
        }
    }

    NatsProducer(Connection connection, ProducerSpec spec, NatsSettings settings, SendListener listener) {
        this.connection = connection;
        this.listener = listener;
        this.subjects = new String[spec.partitions()];
        Arrays.setAll(subjects, partition -> Partitions.subject(spec.topic(), partition));
        this.headersOfAll = headersOfAll(spec);
        this.ackTimeoutNanos = settings.ackTimeout().toNanos();
        this.overdue = "no answer within " + settings.ackTimeout().toMillis() + " ms";
        this.inbox = connection.createInbox();
        this.answers = connection.subscribe(inbox + ".*");
        answers.setPendingLimits(-1, -1);
        this.free = new ArrayBlockingQueue<>(settings.maxInFlight());
        for (int i = 0; i < settings.maxInFlight(); i++) {
            free.add(newSlot());
        }
        this.thread = new Thread(this::listen, "nats-producer-" + spec.clientId());
        thread.setDaemon(true);
    }

    private Sent newSlot() {
        return new Sent(inbox + "." + madeSlots++);
    }

    NatsProducer start() {
        thread.start();
        return this;
    }

    @Override
    public void send(
            int partition,
            byte @Nullable [] key,
            byte[] value,
            byte @Nullable [] header,
            long sequence,
            long intendedNanos,
            long sentNanos) {
        int to = choose(partition, key);
        Sent sent = awaitSlot();
        if (sent == null) {
            listener.failed(to, sequence, intendedNanos, sentNanos, whyNot());
            return;
        }
        sent.partition = to;
        sent.sequence = sequence;
        sent.intendedNanos = intendedNanos;
        sent.sentNanos = sentNanos;
        sent.overdueNanos = System.nanoTime() + ackTimeoutNanos;
        inFlight.put(sent.answer, sent);
        try {
            if (isOver()) {
                giveUp(sent, whyNot());
                return;
            }
            // The client keeps the array until it is written, but the caller reuses it now.
            connection.publish(subjects[to], sent.answer, headers(header), value.clone());
        } catch (RuntimeException e) {
            // Closed, too large, or more than the client buffers while it has no connection.
            giveUp(sent, e);
        }
    }

    /** Fails a message that was not sent. */
    private void giveUp(Sent sent, Throwable cause) {
        if (resolve(sent.answer, cause) != null) {
            free.add(sent);
        }
    }

    private boolean isOver() {
        return closed || ended != null;
    }

    private Throwable whyNot() {
        Throwable cause = ended;
        return cause != null ? cause : new DriverException("the producer is closed");
    }

    /**
     * Returns a free slot. If all are in flight, waits at most until the oldest is overdue. Null if there will be no
     * more answers.
     */
    private @Nullable Sent awaitSlot() {
        boolean interrupted = false;
        try {
            while (!isOver()) {
                try {
                    Sent sent = free.poll(LISTEN.toMillis(), TimeUnit.MILLISECONDS);
                    if (sent != null) {
                        return sent;
                    }
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            return null;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private int choose(int partition, byte @Nullable [] key) {
        if (partition >= 0) {
            return partition;
        }
        if (key != null) {
            return Math.floorMod(Arrays.hashCode(key), subjects.length);
        }
        roundRobin = (roundRobin + 1) % subjects.length;
        return roundRobin;
    }

    private @Nullable Headers headers(byte @Nullable [] header) {
        if (header == null) {
            return headersOfAll;
        }
        Headers headers = headersOfAll == null ? new Headers() : new Headers(headersOfAll);
        return headers.put(HEADER, Base64.getEncoder().encodeToString(header));
    }

    private static @Nullable Headers headersOfAll(ProducerSpec spec) {
        if (spec.headers().isEmpty()) {
            return null;
        }
        var headers = new Headers();
        spec.headers().forEach(each -> headers.put(each.name(), new String(each.value(), StandardCharsets.UTF_8)));
        return headers;
    }

    private void listen() {
        try {
            hearUntilClosed();
            end(new DriverException("no answer had come when the producer was closed"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            end(e);
        } catch (IllegalStateException e) {
            // The client closes the connection by itself, for example if the server refuses the user twice.
            end(new DriverException("the client has closed the connection to NATS: " + FailureText.of(e), e));
        } catch (RuntimeException | Error e) {
            end(e);
            throw e;
        }
    }

    private void end(Throwable cause) {
        ended = cause;
        inFlight.keySet().forEach(answer -> resolve(answer, cause));
    }

    private void hearUntilClosed() throws InterruptedException {
        long nextCheckNanos = System.nanoTime() + OVERDUE_CHECK_NANOS;
        long endNanos = Long.MAX_VALUE;
        while (!closed || !inFlight.isEmpty()) {
            Message answer = answers.nextMessage(LISTEN);
            Sent sent = answer == null ? null : resolve(answer.getSubject(), refusal(answer));
            if (sent != null) {
                free.add(sent);
            }
            long now = System.nanoTime();
            if (now - nextCheckNanos >= 0) {
                nextCheckNanos = now + OVERDUE_CHECK_NANOS;
                failOverdue(now);
                endNanos = closed && endNanos == Long.MAX_VALUE ? now + LAST_ANSWERS_NANOS : endNanos;
            }
            if (endNanos != Long.MAX_VALUE && now - endNanos >= 0) {
                break;
            }
        }
    }

    /** Reports what became of a message. Returns null if that was done already. */
    private @Nullable Sent resolve(String answer, @Nullable Throwable failure) {
        Sent sent = inFlight.remove(answer);
        if (sent == null) {
            return null;
        }
        if (failure == null) {
            listener.acknowledged(sent.partition, sent.sequence, sent.intendedNanos, sent.sentNanos);
        } else {
            listener.failed(sent.partition, sent.sequence, sent.intendedNanos, sent.sentNanos, failure);
        }
        return sent;
    }

    private static @Nullable Throwable refusal(Message answer) {
        if (answer.isStatusMessage()) {
            return new DriverException("no stream took the message: " + answer.getStatus());
        }
        try {
            PublishAck acknowledged = new PublishAck(answer);
            return acknowledged.hasError() ? new DriverException(acknowledged.getError()) : null;
        } catch (IOException | JetStreamApiException e) {
            return e;
        } catch (RuntimeException | StackOverflowError e) {
            // Exception of jnats 2.26 for text that is almost JSON. It concerns only this message.
            return new DriverException("the answer cannot be read: " + e, e);
        }
    }

    private void failOverdue(long now) {
        inFlight.forEach((answer, sent) -> {
            if (now - sent.overdueNanos >= 0 && resolve(answer, new TimeoutException(overdue)) != null) {
                free.add(newSlot());
            }
        });
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join(JOIN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        NatsDriver.close(connection);
    }
}

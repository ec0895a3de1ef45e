package dev.weir.driver.nats;

import dev.weir.driver.client.Consumer;
import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.client.ReceiveListener;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.exception.FailureText;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.Message;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.ConsumerInfo;
import io.nats.client.api.DeliverPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives messages of the partitions that {@link PartitionAssignor} assigns, with one connection and one thread. It
 * stops requesting messages of a partition that it should give up, and keeps the partition until its last request is
 * over, so that messages stay in order. While it is paused, it requests nothing. It holds messages of earlier requests
 * until it is resumed, and prevents the server from sending them again.
 */
final class NatsConsumer implements Consumer {
    private static final Logger LOG = LoggerFactory.getLogger(NatsConsumer.class);
    private static final Duration TICK = Duration.ofMillis(20);
    private static final long GROUP_NANOS = TICK.toNanos();
    private static final long RETRY_NANOS = 1_000_000_000;
    private static final int MAX_IN_BATCH = 500;
    private static final long NONE = -1;
    private static final Duration LEAVE = Duration.ofSeconds(3);
    private static final long JOIN_MILLIS = 10_000;

    private final Connection connection;
    private final AtomicInteger losses;
    private final ConsumerSpec spec;
    private final ReceiveListener listener;
    private final String durable;
    private final JetStreamManagement jetStream;
    private final PartitionAssignor group;
    private final PullRequests pulls;
    private final AtomicLongArray positions;
    private final Thread thread;
    private volatile boolean pauseWanted;
    private volatile boolean closing;

    // Used by the consumer's thread.
    private final BitSet owned = new BitSet();
    private final List<Message> batch = new ArrayList<>();
    private final HeldMessages held;
    private BitSet wanted = new BitSet();
    private int lossesSeen;
    private long groupNanos = System.nanoTime() - GROUP_NANOS;
    private long retryNanos = groupNanos;

    NatsConsumer(
            Connection connection,
            AtomicInteger losses,
            ConsumerSpec spec,
            NatsSettings settings,
            ReceiveListener listener) {
        this.connection = connection;
        this.losses = losses;
        this.spec = spec;
        this.listener = listener;
        this.durable = Partitions.plain(spec.subscription());
        this.held = new HeldMessages(settings.ackWait());
        try {
            this.jetStream = connection.jetStreamManagement();
        } catch (IOException e) {
            throw new DriverException("consumer " + spec.clientId() + " cannot be opened: " + FailureText.of(e), e);
        }
        this.group = new PartitionAssignor(connection, spec);
        this.pulls = new PullRequests(
                connection,
                partition -> "$JS.API.CONSUMER.MSG.NEXT." + Partitions.stream(spec.topic(), partition) + "." + durable,
                spec.partitions(),
                settings.pullBatch());
        this.positions = new AtomicLongArray(spec.partitions());
        forgetPositions();
        this.thread = new Thread(this::run, "nats-consumer-" + spec.clientId());
        thread.setDaemon(true);
    }

    NatsConsumer start() {
        thread.start();
        return this;
    }

    private void run() {
        try {
            while (!closing) {
                turn(false);
            }
            leave();
        } catch (IllegalStateException e) {
            // Not this class has closed the client.
            listener.failed(e, true);
        } catch (RuntimeException | Error e) {
            listener.failed(e, true);
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            forgetPositions();
        }
    }

    private void turn(boolean leaving) throws InterruptedException {
        if (lossesSeen != losses.get()) {
            beginAnew();
        }
        if (System.nanoTime() - groupNanos >= GROUP_NANOS) {
            groupNanos = System.nanoTime();
            wanted = group.turn(owned);
            if (leaving) {
                wanted.clear();
            }
            release();
            gain();
        }
        if (pauseWanted) {
            held.keep();
        } else {
            deliver(held.messages);
            var requested = (BitSet) owned.clone();
            requested.and(wanted);
            pulls.request(requested);
        }
        receive();
    }

    private void receive() throws InterruptedException {
        Message first = pulls.next(TICK);
        if (first == null) {
            return;
        }
        batch.add(first);
        while (batch.size() < MAX_IN_BATCH && pulls.hasMore()) {
            Message next = pulls.next(TICK);
            if (next != null) {
                batch.add(next);
            }
        }
        if (pauseWanted) {
            held.messages.addAll(batch);
            batch.clear();
        } else {
            deliver(held.messages);
            deliver(batch);
        }
    }

    /** Delivers one batch; each message is acknowledged when it has been handled. */
    private void deliver(List<Message> messages) {
        if (messages.isEmpty()) {
            return;
        }
        listener.batch(messages.size());
        for (Message message : messages) {
            int partition = Partitions.ofSubject(message.getSubject());
            long next = message.metaData().streamSequence();
            listener.received(partition, next - 1, message.getData(), header(message));
            message.ack();
            positions.accumulateAndGet(partition, next, Math::max);
        }
        messages.clear();
    }

    private static byte @Nullable [] header(Message message) {
        if (!message.hasHeaders()) {
            return null;
        }
        String text = message.getHeaders().getFirst(NatsProducer.HEADER);
        return text == null ? null : Base64.getDecoder().decode(text);
    }

    /** Releases partitions that others should have, when no more messages of them can arrive. */
    private void release() {
        for (int p = owned.nextSetBit(0); p >= 0; p = owned.nextSetBit(p + 1)) {
            if (!wanted.get(p) && pulls.isOver(p)) {
                held.giveBack(p);
                owned.clear(p);
                positions.set(p, NONE);
            }
        }
    }

    private void gain() {
        if (System.nanoTime() - retryNanos >= 0) {
            for (int p = wanted.nextSetBit(0); p >= 0; p = wanted.nextSetBit(p + 1)) {
                if (!owned.get(p)) {
                    gain(p);
                }
            }
        }
    }

    private void gain(int partition) {
        String stream = Partitions.stream(spec.topic(), partition);
        try {
            var configuration = ConsumerConfiguration.builder()
                    .durable(durable)
                    .deliverPolicy(DeliverPolicy.All)
                    .ackPolicy(AckPolicy.Explicit)
                    .ackWait(held.ackWait)
                    .build();
            ConsumerInfo info = jetStream.addOrUpdateConsumer(stream, configuration);
            owned.set(partition);
            positions.set(partition, info.getAckFloor().getStreamSequence());
        } catch (IOException | JetStreamApiException e) {
            retryNanos = System.nanoTime() + RETRY_NANOS;
            listener.failed(
                    new DriverException("no consumer of the stream " + stream + ": " + FailureText.of(e), e), false);
        }
    }

    /** Starts again after the connection was lost: requests are lost, too, and perhaps the membership in the group. */
    private void beginAnew() {
        lossesSeen = losses.get();
        listener.failed(new DriverException("the connection to NATS was lost, and made again"), false);
        held.messages.clear();
        owned.clear();
        wanted.clear();
        forgetPositions();
        pulls.forget();
        group.join();
    }

    private void leave() throws InterruptedException {
        long endNanos = System.nanoTime() + LEAVE.toNanos();
        while (!owned.isEmpty() && System.nanoTime() - endNanos < 0) {
            turn(true);
        }
        group.leave();
        try {
            connection.flush(LEAVE);
        } catch (TimeoutException e) {
            LOG.warn("{} left its group without an answer to its last acknowledgements", spec.clientId(), e);
        }
    }

    private void forgetPositions() {
        for (int partition = 0; partition < positions.length(); partition++) {
            positions.set(partition, NONE);
        }
    }

    @Override
    public void pause() {
        pauseWanted = true;
    }

    @Override
    public void resume() {
        pauseWanted = false;
    }

    @Override
    public long[] positions() {
        return IntStream.range(0, positions.length()).mapToLong(positions::get).toArray();
    }

    @Override
    public void close() {
        closing = true;
        try {
            thread.join(JOIN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        NatsDriver.close(connection);
        if (thread.isAlive()) {
            throw new DriverException(spec.clientId() + " has not left its group within " + JOIN_MILLIS + " ms");
        }
    }

    /** Messages that arrived after a pause had begun. */
    private static final class HeldMessages {
        private final Duration ackWait;
        private final List<Message> messages = new ArrayList<>();
        private long keptNanos = System.nanoTime() - GROUP_NANOS;

        HeldMessages(Duration ackWait) {
            this.ackWait = ackWait;
        }

        /** Extends the deadline of held messages, which the server would send again otherwise. */
        void keep() {
            if (System.nanoTime() - keptNanos >= ackWait.toNanos() / 3) {
                keptNanos = System.nanoTime();
                messages.forEach(Message::inProgress);
            }
        }

        /** Returns messages of a partition to its next owner. */
        void giveBack(int partition) {
            Predicate<Message> given = message -> Partitions.ofSubject(message.getSubject()) == partition;
            messages.stream().filter(given).forEach(Message::nak);
            messages.removeIf(given);
        }
    }
}

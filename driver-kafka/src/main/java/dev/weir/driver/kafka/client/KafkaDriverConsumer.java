package dev.weir.driver.kafka.client;

import static org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation.REMAIN_IN_GROUP;

import dev.weir.driver.client.Consumer;
import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.client.ReceiveListener;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.config.ClientProperties;
import dev.weir.driver.kafka.wire.WireFetcher;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One member of a group: a {@link KafkaConsumer}, the source of its messages, and the thread that polls both. Only that
 * thread uses the client, whose {@code wakeup} ends a poll early; other threads set volatile fields.
 */
public final class KafkaDriverConsumer implements Consumer {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaDriverConsumer.class);
    private static final long BACK_OFF_NANOS = 100_000_000;
    /** Brokers refuse a fetch at once, so a consumer that has fetched for this time had the permission. */
    private static final long PERMITTED_NANOS = 1_000_000_000;
    /** Both together are less than the 10 s that closing may take. */
    private static final Duration COMMIT_DEADLINE = Duration.ofSeconds(3);

    private static final Duration LEAVE = Duration.ofSeconds(5);
    private static final long JOIN_MILLIS = 10_000;

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final ConsumerSpec spec;
    private final ClientProperties.CommitPolicy commits;
    private final boolean consumerProtocol;
    private final ReceiveListener listener;
    private final AssignedPartitions assignment;
    private final MessageSource source;
    private final Thread thread;
    private volatile boolean closing;
    private volatile boolean abandoned;
    private volatile long stopNanos;
    private boolean received;
    /** When the first poll ended in which the consumer could fetch; only until it has received a message. */
    private @Nullable Long fetchesSinceNanos;

    private boolean uncommitted;
    private long committedAtNanos = System.nanoTime();

    /**
     * @param fetcher fetches the messages; null: {@code consumer} does
     * @param consumerProtocol whether {@code group.protocol} is {@code consumer}
     */
    public KafkaDriverConsumer(
            KafkaConsumer<byte[], byte[]> consumer,
            @Nullable WireFetcher fetcher,
            ConsumerSpec spec,
            ClientProperties.CommitPolicy commits,
            boolean consumerProtocol,
            ReceiveListener listener) {
        this.consumer = consumer;
        this.spec = spec;
        this.commits = commits;
        this.consumerProtocol = consumerProtocol;
        this.listener = listener;
        this.assignment = new AssignedPartitions(
                consumer, spec.partitions(), listener, fetcher != null, this::commitAndWait, this::forget);
        assignment.pause(spec.from().paused());
        this.source = fetcher == null
                ? new MessageSource.ClientSource(consumer, assignment, listener, ClientInternals.throttle(consumer))
                : new MessageSource.WireSource(consumer, assignment, fetcher, spec.topic());
        this.thread = new Thread(this::run, "kafka-consumer-" + spec.clientId());
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    private void run() {
        try {
            consumer.subscribe(List.of(spec.topic()), assignment);
            while (!closing) {
                if (stopNanos > 0) {
                    awaitEndOfStop();
                }
                pollOnce();
            }
        } catch (RuntimeException | Error e) {
            if (!closing) {
                listener.failed(e, true);
            }
        } finally {
            leave();
        }
    }

    /** Does not poll for as long as {@link #stop} asks. */
    private void awaitEndOfStop() {
        long from = System.nanoTime();
        long length = stopNanos;
        while (!closing && System.nanoTime() - from < length) {
            LockSupport.parkNanos(this, length - (System.nanoTime() - from));
        }
        stopNanos = 0;
    }

    private void pollOnce() {
        try {
            if (source.poll()) {
                received = true;
                uncommitted = true;
            } else if (!received && fetchesSinceNanos == null && !assignment.isEmpty() && !assignment.isPauseWanted()) {
                fetchesSinceNanos = System.nanoTime();
            }
            commitNowAndThen();
        } catch (WakeupException e) {
            LOG.trace("poll of {} ended early", spec.clientId());
        } catch (RetriableException e) {
            tryAgain(e);
        } catch (AuthorizationException | AuthenticationException e) {
            // A permission that was never there is an error; a lost one may come back.
            if (!wasPermitted() || leavesForGood(e)) {
                throw e;
            }
            tryAgain(e);
        }
    }

    private boolean wasPermitted() {
        return received || (fetchesSinceNanos != null && System.nanoTime() - fetchesSinceNanos > PERMITTED_NANOS);
    }

    /**
     * Returns whether the client may have ended its membership: one of the consumer protocol does after each refusal
     * of a heartbeat, except for a topic. It reports that once, and receives nothing from then on.
     */
    private boolean leavesForGood(ApiException cause) {
        return consumerProtocol && !(cause instanceof TopicAuthorizationException);
    }

    private void tryAgain(RuntimeException cause) {
        listener.failed(cause, false);
        LockSupport.parkNanos(this, BACK_OFF_NANOS);
    }

    private void commitNowAndThen() {
        if (commits.ours() && uncommitted && System.nanoTime() - committedAtNanos >= commits.lingerNanos()) {
            uncommitted = false;
            committedAtNanos = System.nanoTime();
            source.beforeCommit();
            // The next commit makes up for a failed one, because each contains all positions. The callback runs on the
            // polling thread.
            consumer.commitAsync((offsets, failure) -> {
                if (failure != null) {
                    uncommitted |= !closing;
                    LOG.debug("{} could not commit", spec.clientId(), failure);
                }
            });
        }
    }

    /** Commits before partitions go to another consumer, which begins at the last commit. */
    private void commitAndWait() {
        if (!commits.ours() || !uncommitted || abandoned) {
            return;
        }
        // Tried once: closing the client tries again, and has little time.
        uncommitted = false;
        source.beforeCommit();
        try {
            try {
                consumer.commitSync(COMMIT_DEADLINE);
            } catch (WakeupException e) {
                // The wake-up was meant for a poll, and is used up now.
                consumer.commitSync(COMMIT_DEADLINE);
            }
        } catch (KafkaException e) {
            LOG.warn("{} gives partitions away without its last commit", spec.clientId(), e);
        }
    }

    private void forget(int partition) {
        source.forget(partition);
    }

    private void leave() {
        assignment.clear();
        commitAndWait();
        source.close();
        if (abandoned) {
            // A client that commits by itself also does so when it is closed, which a killed process does not do.
            // Without positions, it has nothing to commit: it would determine them in its next poll.
            consumer.seekToBeginning(consumer.assignment());
        } else {
            closeClient(CloseOptions.timeout(LEAVE));
        }
    }

    private void closeClient(CloseOptions options) {
        try {
            consumer.close(options);
        } catch (InterruptException e) {
            LOG.warn("{} was interrupted while it left its group", spec.clientId(), e);
        } catch (KafkaException e) {
            LOG.warn("{} has not left its group in order", spec.clientId(), e);
        }
    }

    @Override
    public void pause() {
        assignment.pause(true);
        wake();
    }

    @Override
    public void resume() {
        assignment.pause(false);
        wake();
    }

    @Override
    public long[] positions() {
        return assignment.positions();
    }

    @Override
    public long throttledNanos() {
        return source.throttledNanos();
    }

    @Override
    public Map<String, Double> metrics() {
        return source.metrics();
    }

    @Override
    public void stop(long nanos) {
        stopNanos = nanos;
        wake();
    }

    @Override
    public void abandon() {
        abandoned = true;
        close();
        if (!ClientInternals.endSuddenly(consumer)) {
            closeClient(CloseOptions.timeout(Duration.ZERO).withGroupMembershipOperation(REMAIN_IN_GROUP));
        }
    }

    @Override
    public void close() {
        closing = true;
        wake();
        LockSupport.unpark(thread);
        try {
            thread.join(JOIN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        if (thread.isAlive()) {
            throw new DriverException(spec.clientId() + " has not left its group within " + JOIN_MILLIS + " ms");
        }
    }

    private void wake() {
        if (thread.isAlive()) {
            source.wakeup();
        }
    }
}

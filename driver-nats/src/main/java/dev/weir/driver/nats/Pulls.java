package dev.weir.driver.nats;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.nats.client.Connection;
import io.nats.client.Message;
import io.nats.client.PullRequestOptions;
import io.nats.client.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Asks for the messages of many partitions with one subject for all that comes, so that one thread can wait for it. Each
 * partition always has a request at the server: the next one is made when half of what was asked for has come, or half of
 * its time is over. Belongs to the consumer's thread.
 */
final class Pulls {
    /** A request that the server has forgotten, as after a change of leaders, is made up for after half of this. */
    private static final Duration EXPIRY = Duration.ofSeconds(5);

    private static final long AGAIN_NANOS = EXPIRY.toNanos() / 2;
    private static final Duration STOP_LIMIT = Duration.ofSeconds(3);
    private static final long PAUSE_NANOS = 200_000;

    private final Connection connection;
    private final IntFunction<String> requestSubjects;
    private final int batch;
    /** Per partition: messages that the server still owes us, and when we last asked. */
    private final int[] owed;

    private final long[] askedNanos;
    private String inbox = "";
    private Subscription incoming;

    /** @param requestSubjects where to ask for the messages of a partition */
    Pulls(Connection connection, IntFunction<String> requestSubjects, int partitions, int batch) {
        this.connection = connection;
        this.requestSubjects = requestSubjects;
        this.batch = batch;
        this.owed = new int[partitions];
        this.askedNanos = new long[partitions];
        this.incoming = listen();
    }

    private Subscription listen() {
        inbox = connection.createInbox();
        Subscription subscription = connection.subscribe(inbox + ".*");
        // What can come is bounded by what was asked for; the client's own bound would drop messages.
        subscription.setPendingLimits(-1, -1);
        long longAgo = System.nanoTime() - AGAIN_NANOS;
        for (int partition = 0; partition < owed.length; partition++) {
            owed[partition] = 0;
            askedNanos[partition] = longAgo;
        }
        return subscription;
    }

    /** Asks for messages of these partitions where it is time to. */
    void ask(BitSet partitions) {
        long now = System.nanoTime();
        for (int p = partitions.nextSetBit(0); p >= 0; p = partitions.nextSetBit(p + 1)) {
            boolean old = now - askedNanos[p] >= AGAIN_NANOS;
            if (old || owed[p] <= batch / 2) {
                int count = old ? batch : batch - owed[p];
                // Older requests end by themselves, and their ends must not be taken for this one's.
                owed[p] = old ? batch : owed[p] + count;
                askedNanos[p] = now;
                String request = PullRequestOptions.builder(count)
                        .expiresIn(EXPIRY)
                        .build()
                        .toJson();
                connection.publish(requestSubjects.apply(p), inbox + "." + p, request.getBytes(UTF_8));
            }
        }
    }

    /** The next message; null if none comes in time. What the server says of a request's end is passed over. */
    @Nullable
    Message next(Duration within) throws InterruptedException {
        Message message = incoming.nextMessage(within);
        return message == null ? null : counted(message);
    }

    private @Nullable Message counted(Message message) {
        if (!message.isJetStream()) {
            return null;
        }
        int partition = Partitions.ofSubject(message.getSubject());
        owed[partition] = Math.max(0, owed[partition] - 1);
        return message;
    }

    /** Whether another message is there already. */
    boolean hasMore() {
        return incoming.getPendingMessageCount() > 0;
    }

    /**
     * Takes all requests back, and gives the messages that have come until then: when this returns, the server owes
     * nothing, and has sent nothing that would be missed.
     */
    List<Message> stop() throws InterruptedException {
        List<Message> last = new ArrayList<>();
        // The server handles this in order: what it has sent before it answers to the flush inside is there.
        CompletableFuture<Boolean> drained = incoming.drain(STOP_LIMIT);
        try {
            do {
                Message message = hasMore() ? next(STOP_LIMIT) : null;
                if (message != null) {
                    last.add(message);
                } else {
                    LockSupport.parkNanos(this, PAUSE_NANOS);
                }
            } while (!drained.isDone());
        } catch (IllegalStateException e) {
            if (!drained.isDone()) {
                throw e;
            }
            // It ended between our two looks at it, and that means: empty.
        } finally {
            incoming = listen();
        }
        return last;
    }
}

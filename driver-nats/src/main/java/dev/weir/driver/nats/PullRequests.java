package dev.weir.driver.nats;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.nats.client.Connection;
import io.nats.client.Message;
import io.nats.client.PullRequestOptions;
import io.nats.client.Subscription;
import java.time.Duration;
import java.util.BitSet;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Asks for the messages of many partitions with one subscription for all that comes, so that one thread can wait for it. A
 * partition that is asked for always has a request at the server: the next one is made when half of what was asked for has
 * come, or half of its time is over. Requests are never taken back, but end by themselves, soon: nats-server 2.9.10 repeats
 * one message and holds another one back if it has something to send again and finds only requests without a waiting client.
 *
 * <p>Belongs to the consumer's thread.
 */
final class PullRequests {
    private static final Duration EXPIRY = Duration.ofSeconds(1);
    private static final long AGAIN_NANOS = EXPIRY.toNanos() / 2;
    /** The server says when a request ends unfulfilled, but not when it was fulfilled, or lost with a leader. */
    private static final long SURELY_OVER_NANOS = EXPIRY.toNanos() * 3 / 2;

    private final Connection connection;
    private final IntFunction<String> requestSubjects;
    private final int batch;
    private final String inbox;
    private final Subscription incoming;
    private final Asked[] asked;

    /** The requests for one partition. */
    private static final class Asked {
        /** Messages that have not come yet; an estimate, as older requests may bring more. */
        private int owed;

        private long atNanos;
        private long newest;
        private long ended;
    }

    /** @param requestSubjects where to ask for the messages of a partition */
    PullRequests(Connection connection, IntFunction<String> requestSubjects, int partitions, int batch) {
        this.connection = connection;
        this.requestSubjects = requestSubjects;
        this.batch = batch;
        this.inbox = connection.createInbox();
        this.incoming = connection.subscribe(inbox + ".>");
        // What can come is bounded by what was asked for; the client's own bound would drop messages.
        incoming.setPendingLimits(-1, -1);
        this.asked = new Asked[partitions];
        forget();
    }

    /** What was asked for will not come: the connection is another one. */
    void forget() {
        for (int partition = 0; partition < asked.length; partition++) {
            asked[partition] = new Asked();
            asked[partition].atNanos = System.nanoTime() - SURELY_OVER_NANOS;
        }
    }

    /** Asks for messages of these partitions where it is time to. */
    void ask(BitSet partitions) {
        long now = System.nanoTime();
        for (int p = partitions.nextSetBit(0); p >= 0; p = partitions.nextSetBit(p + 1)) {
            Asked of = asked[p];
            boolean old = now - of.atNanos >= AGAIN_NANOS;
            if (old || of.owed <= batch / 2) {
                int count = old ? batch : batch - of.owed;
                of.owed = batch;
                of.atNanos = now;
                of.newest++;
                String request = PullRequestOptions.builder(count)
                        .expiresIn(EXPIRY)
                        .build()
                        .toJson();
                connection.publish(
                        requestSubjects.apply(p), inbox + "." + of.newest + "." + p, request.getBytes(UTF_8));
            }
        }
    }

    /** Whether nothing can come any more of a partition that is not asked for. */
    boolean isOver(int partition) {
        Asked of = asked[partition];
        return of.newest == of.ended || (System.nanoTime() - of.atNanos >= SURELY_OVER_NANOS && !hasMore());
    }

    /** Whether something is there already. */
    boolean hasMore() {
        return incoming.getPendingMessageCount() > 0;
    }

    /** The next message; null if none has come in time, or only the end of a request. */
    @Nullable
    Message next(Duration within) throws InterruptedException {
        Message message = incoming.nextMessage(within);
        if (message == null) {
            return null;
        }
        Asked of = asked[Partitions.ofSubject(message.getSubject())];
        if (message.isJetStream()) {
            of.owed--;
            return message;
        }
        String[] words = message.getSubject().split("\\.", -1);
        of.ended = Math.max(of.ended, Long.parseLong(words[words.length - 2]));
        return null;
    }
}

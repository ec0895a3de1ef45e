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
 * Requests the messages of many partitions, with one subscription for all answers, so that one thread can wait for
 * them. Each requested partition always has a request at the server: the next one is sent when half of its messages
 * have arrived, or half of its time is over. Requests are never withdrawn, but end by themselves, soon. Otherwise,
 * nats-server 2.9.10 repeats one message and holds another one back, if it has something to send again and finds only
 * requests without a waiting client.
 *
 * <p>Used by the consumer's thread.
 */
final class PullRequests {
    private static final Duration EXPIRY = Duration.ofSeconds(1);
    private static final long AGAIN_NANOS = EXPIRY.toNanos() / 2;
    /** The server reports when a request ends unfulfilled, but not when it was fulfilled, or lost with a leader. */
    private static final long SURELY_OVER_NANOS = EXPIRY.toNanos() * 3 / 2;

    private final Connection connection;
    private final IntFunction<String> requestSubjects;
    private final int batch;
    private final String inbox;
    private final Subscription incoming;
    private final PartitionRequests[] requests;

    private static final class PartitionRequests {
        /** Messages that have not arrived yet; an estimate, because older requests may bring more. */
        private int outstanding;

        private long atNanos;
        private long newest;
        private long ended;
    }

    /** @param requestSubjects returns the subject for requests of a partition's messages */
    PullRequests(Connection connection, IntFunction<String> requestSubjects, int partitions, int batch) {
        this.connection = connection;
        this.requestSubjects = requestSubjects;
        this.batch = batch;
        this.inbox = connection.createInbox();
        this.incoming = connection.subscribe(inbox + ".>");
        // Requests limit the number of messages; the client's own limit would drop messages.
        incoming.setPendingLimits(-1, -1);
        this.requests = new PartitionRequests[partitions];
        forget();
    }

    /** Forgets all requests, because the connection is a new one. */
    void forget() {
        for (int partition = 0; partition < requests.length; partition++) {
            requests[partition] = new PartitionRequests();
            requests[partition].atNanos = System.nanoTime() - SURELY_OVER_NANOS;
        }
    }

    /** Sends due requests for messages of these partitions. */
    void request(BitSet partitions) {
        long now = System.nanoTime();
        for (int p = partitions.nextSetBit(0); p >= 0; p = partitions.nextSetBit(p + 1)) {
            PartitionRequests of = requests[p];
            boolean old = now - of.atNanos >= AGAIN_NANOS;
            if (old || of.outstanding <= batch / 2) {
                int count = old ? batch : batch - of.outstanding;
                of.outstanding = batch;
                of.atNanos = now;
                of.newest++;
                var request =
                        PullRequestOptions.builder(count).expiresIn(EXPIRY).build();
                String answer = inbox + "." + of.newest + "." + p;
                connection.publish(
                        requestSubjects.apply(p), answer, request.toJson().getBytes(UTF_8));
            }
        }
    }

    /** Returns whether no more messages of a partition without requests can arrive. */
    boolean isOver(int partition) {
        PartitionRequests of = requests[partition];
        return of.newest == of.ended || (System.nanoTime() - of.atNanos >= SURELY_OVER_NANOS && !hasMore());
    }

    boolean hasMore() {
        return incoming.getPendingMessageCount() > 0;
    }

    /** Returns the next message; null if none has arrived in time, or only the end of a request. */
    @Nullable
    Message next(Duration within) throws InterruptedException {
        Message message = incoming.nextMessage(within);
        if (message == null) {
            return null;
        }
        PartitionRequests of = requests[Partitions.ofSubject(message.getSubject())];
        if (message.isJetStream()) {
            of.outstanding--;
            return message;
        }
        String[] words = message.getSubject().split("\\.", -1);
        of.ended = Math.max(of.ended, Long.parseLong(words[words.length - 2]));
        return null;
    }
}

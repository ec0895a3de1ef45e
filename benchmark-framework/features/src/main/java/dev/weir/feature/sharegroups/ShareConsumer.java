package dev.weir.feature.sharegroups;

import dev.weir.clock.Clock;
import dev.weir.clock.Deadline;
import dev.weir.driver.client.Consumer;
import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.share.ShareListener;
import dev.weir.driver.share.ShareReader;
import dev.weir.driver.share.ShareReader.Acknowledgement;
import dev.weir.driver.share.ShareSupport;
import dev.weir.feature.sharegroups.ShareCounts.ShareTally;
import dev.weir.feature.sharegroups.ShareGroup.Handling;
import dev.weir.feature.sharegroups.ShareGroupFeature.ShareNotes;
import dev.weir.measure.Counter;
import dev.weir.measure.LatencySource;
import dev.weir.pacing.ProcessingTime;
import dev.weir.wire.message.Message;
import dev.weir.worker.ConsumerKind;
import dev.weir.worker.Receipts;
import dev.weir.worker.Receipts.Delivered;
import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A consumer of a share group and its thread, {@code share-consumer-ID}. Only this thread uses the reader: it polls,
 * processes each message, acknowledges it, and counts the answers of the system. Methods of {@link Consumer}: any
 * thread.
 *
 * <p>Messages that are to be kept until their locks expire come last in a batch, so that they delay no acknowledgement
 * of the others. The consumer then has to release them before it can poll again, which has no effect: Kafka refuses the
 * release, or confirms and ignores it if another consumer has accepted the message by then.
 *
 * <p>The client keeps acknowledgements until the next poll. So if a consumer is killed, messages that it has
 * acknowledged since its last poll are certainly delivered again. Whether its earlier unanswered acknowledgements took
 * effect is unknown.
 */
final class ShareConsumer implements ConsumerKind.Opened {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final long JOIN_MILLIS = 10_000;
    /** How late a system may be in ending a lock. */
    private static final long EXPIRY_MARGIN_NANOS = 300_000_000;

    private static final long PARTITION_FACTOR = 1L << 44;
    /** Odd, so that different products have different factors. The map is slow if keys follow each other closely. */
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private final ConsumerSpec spec;
    private final ShareGroup share;
    private final long seed;
    private final Receipts receipts;
    private final ProcessingTime processing;
    private final Clock clock;
    final ShareTally tally = new ShareTally();
    private final ShareReader reader;
    private final OptionalInt deliveryLimit;
    private final Thread thread;

    // Used by the consumer's thread only.
    private final LongObjectMap<Held> held = new LongObjectHashMap<>();
    private final List<Held> batch = new ArrayList<>();
    private long batchNanos;
    private long handedOver;

    private volatile boolean started;
    private volatile boolean assigned;
    private volatile boolean closing;
    private volatile boolean killed;
    private volatile long stoppedUntilNanos;

    /** Opens the consumer, as {@link ConsumerKind#open}. Its thread calls the receipts. */
    ShareConsumer(
            ShareSupport support,
            ConsumerSpec spec,
            ShareGroup share,
            long seed,
            ProcessingTime processing,
            Clock clock,
            Receipts receipts) {
        this.spec = spec;
        this.share = share;
        this.seed = seed;
        this.processing = processing;
        this.clock = clock;
        this.receipts = receipts;
        this.deliveryLimit = support.deliveryLimit(spec.subscription());
        this.reader = support.openShareReader(spec, share.explicit(), new Listener());
        this.thread = new Thread(this::run, "share-consumer-" + spec.clientId());
        thread.setDaemon(true);
    }

    @Override
    public List<LatencySource> latencies() {
        return List.of(tally.endToEnd, tally.untilAcknowledged);
    }

    @Override
    public Optional<Message> notes(int subscription) {
        return tally.sinceLast().map(counts -> new ShareNotes(subscription, counts));
    }

    private void run() {
        try {
            while (!closing) {
                if (!share.explicit()) {
                    // The next poll accepts them.
                    long now = clock.epochNanos();
                    batch.forEach(each -> note(each, Acknowledgement.ACCEPT, now));
                }
                batch.clear();
                handedOver++;
                reader.poll(POLL);
                assigned = assigned || reader.isAssigned();
                process();
                awaitEndOfStop();
            }
        } catch (RuntimeException | Error e) {
            if (!closing) {
                receipts.failed(e, true);
            }
        } catch (InterruptedException e) {
            // The thread ends after this statement.
            Thread.currentThread().interrupt();
        } finally {
            leave();
        }
    }

    private void process() throws InterruptedException {
        List<Held> kept = new ArrayList<>();
        int atATime = 0;
        for (Held each : batch) {
            awaitEndOfStop();
            if (closing) {
                return;
            }
            if (each.handling == Handling.KEEP) {
                kept.add(each);
            } else if (atATime == 0 && renewsLock(each)) {
                acknowledge(each, Acknowledgement.RENEW);
            } else {
                if (atATime == 0) {
                    processing.spend();
                }
                atATime = (atATime + 1) % share.concurrency();
                if (share.explicit()) {
                    acknowledge(each, acknowledgement(each.handling));
                }
            }
        }
        if (!kept.isEmpty()) {
            send();
            long nanos = reader.lockNanos().orElse(0) + EXPIRY_MARGIN_NANOS;
            awaitOrClosing(Deadline.at(clock, kept.get(0).receivedNanos + nanos));
            if (closing) {
                return;
            }
            kept.forEach(each -> acknowledge(each, Acknowledgement.RELEASE));
            send();
        }
    }

    private static Acknowledgement acknowledgement(Handling handling) {
        return switch (handling) {
            case ACCEPT -> Acknowledgement.ACCEPT;
            case REJECT -> Acknowledgement.REJECT;
            case RELEASE, KEEP -> Acknowledgement.RELEASE;
        };
    }

    private boolean renewsLock(Held each) {
        return share.renewsLocks()
                && reader.lockNanos().isPresent()
                && clock.epochNanos() - each.lockedNanos > reader.lockNanos().getAsLong() / 2;
    }

    private void acknowledge(Held each, Acknowledgement acknowledgement) {
        note(each, acknowledgement, clock.epochNanos());
        reader.acknowledge(each.partition, each.offset, acknowledgement);
    }

    private void note(Held each, Acknowledgement acknowledgement, long now) {
        each.sent = acknowledgement;
        each.sentNanos = now;
        each.handedOverBefore = handedOver;
    }

    private void send() {
        handedOver++;
        reader.send();
    }

    /** Waits for as long as {@link #stop} asks; its messages stay locked. */
    private void awaitEndOfStop() throws InterruptedException {
        if (stoppedUntilNanos > 0) {
            awaitOrClosing(Deadline.at(clock, stoppedUntilNanos));
            stoppedUntilNanos = 0;
        }
    }

    private synchronized void awaitOrClosing(Deadline due) throws InterruptedException {
        while (!closing && !due.isOver()) {
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(1, due.remainingNanos()));
        }
    }

    private void leave() {
        try {
            if (killed) {
                reader.abandon();
            } else {
                reader.close();
            }
        } catch (DriverException e) {
            receipts.failed(e, false);
        }
        held.values().forEach(this::leftBehind);
        held.clear();
    }

    /**
     * Counts a message that it held at its end: an acknowledgement may take effect, all other messages are delivered to
     * others.
     */
    private void leftBehind(Held each) {
        boolean acknowledged = each.sent != null && each.sent != Acknowledgement.RENEW;
        boolean neverSent = killed && each.handedOverBefore == handedOver;
        if (acknowledged && !neverSent) {
            unknown(each);
        } else if (each.message != null) {
            comesAgain(tally.heldAtEnd);
            if (!isDeliveredAgain(each)) {
                receipts.unsure(each.message);
            }
        }
    }

    /** A message that is locked for a consumer, or whose acknowledgement has not been answered. Used by one thread. */
    private static final class Held {
        final int partition;
        final long offset;
        final int attempt;
        /** Null if it is no message of the load. */
        final @Nullable Delivered message;

        final Handling handling;
        final long receivedNanos;
        /** Latest time at which its lock can have begun. */
        long lockedNanos;
        /** Acknowledgement that has not been answered; null if there is none. */
        @Nullable
        Acknowledgement sent;

        long sentNanos;
        /**
         * How often the consumer had passed acknowledgements to the client when this one was made; the next time includes
         * it.
         */
        long handedOverBefore;
        /** Whether the system has renewed its lock and the client has not returned the message since. */
        boolean renewed;
        /** Number of expected answers that are for an earlier delivery of the same message. */
        int earlierAnswers;

        Held(
                int partition,
                long offset,
                int attempt,
                @Nullable Delivered message,
                Handling handling,
                long receivedNanos) {
            this.partition = partition;
            this.offset = offset;
            this.attempt = attempt;
            this.message = message;
            this.handling = handling;
            this.receivedNanos = receivedNanos;
            this.lockedNanos = receivedNanos;
        }
    }

    private final class Listener implements ShareListener {
        @Override
        public void batch() {
            batchNanos = clock.epochNanos();
            receipts.batch(1);
        }

        @Override
        public void delivered(int partition, long offset, int attempt, byte[] value, byte @Nullable [] header) {
            long key = key(partition, offset);
            Held before = held.get(key);
            if (before != null && before.renewed) {
                before.renewed = false;
                before.lockedNanos = batchNanos;
                batch.add(before);
                return;
            }
            Delivered message = receipts.delivered(partition, offset, value, header, attempt == 1);
            Handling handling = Handling.ACCEPT;
            if (message != null) {
                tally.delivered(attempt);
                handling = share.handling(seed, message, attempt);
            }
            var now = new Held(partition, offset, attempt, message, handling, batchNanos);
            held.put(key, now);
            if (before != null) {
                // The system has delivered the message again, so its lock had ended, and its acknowledgement has no
                // effect. A lock that expires raises the number of the attempt; one that is lost with the partition's
                // leader may not.
                if (attempt > before.attempt) {
                    returned(before, tally.expired);
                } else if (before.message != null) {
                    tally.unanswered.increment();
                }
                now.earlierAnswers = before.earlierAnswers + (before.sent == null ? 0 : 1);
            }
            batch.add(now);
        }

        @Override
        public void acknowledged(int partition, long offset, Answer answer) {
            long key = key(partition, offset);
            Held each = held.remove(key);
            if (each != null && !isOver(each, answer)) {
                held.put(key, each);
            }
        }

        private boolean isOver(Held each, Answer answer) {
            if (each.earlierAnswers > 0) {
                each.earlierAnswers--;
                return false;
            }
            if (each.sent == null) {
                return false;
            }
            if (each.sent == Acknowledgement.RENEW && answer == Answer.DONE) {
                tally.renewed.increment();
                each.sent = null;
                each.renewed = true;
                return false;
            }
            switch (answer) {
                case DONE -> done(each);
                case REFUSED -> returned(each, tally.expired);
                case UNKNOWN -> unknown(each);
            }
            return true;
        }

        @Override
        public void failed(Throwable cause) {
            receipts.failed(cause, false);
        }
    }

    /** Returns a number for the message that no other has, far from the numbers of its neighbours in the partition. */
    private static long key(int partition, long offset) {
        return (partition * PARTITION_FACTOR + offset) * SPREAD;
    }

    private void done(Held each) {
        if (each.sent == Acknowledgement.RELEASE) {
            returned(each, each.handling == Handling.KEEP ? tally.expired : tally.released);
            return;
        }
        if (each.message != null) {
            if (each.sent == Acknowledgement.ACCEPT) {
                tally.accepted.increment();
                tally.endToEnd.record(each.message.measured(), each.message.responseNanos());
            } else {
                tally.rejected.increment();
            }
            tally.untilAcknowledged.record(each.message.measured(), each.sentNanos - each.receivedNanos);
            receipts.ended(each.message);
        }
    }

    /** Counts a message that the system delivers again, unless it has reached the delivery limit. */
    private void returned(Held each, Counter toBeDeliveredAgain) {
        if (each.message == null) {
            return;
        }
        if (deliveryLimit.isPresent() && each.attempt >= deliveryLimit.getAsInt()) {
            tally.archived.increment();
            receipts.ended(each.message);
        } else {
            comesAgain(toBeDeliveredAgain);
            if (deliveryLimit.isEmpty()) {
                receipts.unsure(each.message);
            }
        }
    }

    private void comesAgain(Counter cause) {
        cause.increment();
        if (cause != tally.released) {
            receipts.comesAgain();
        }
    }

    /**
     * Counts a message whose acknowledgement has an unknown effect. If it was to be released, it is delivered again in
     * both cases.
     */
    private void unknown(Held each) {
        if (each.message != null) {
            tally.unanswered.increment();
            boolean accepts = each.sent == Acknowledgement.ACCEPT || each.sent == Acknowledgement.REJECT;
            if (accepts || !isDeliveredAgain(each)) {
                receipts.unsure(each.message);
            }
        }
    }

    /** Returns whether the system certainly delivers the message again if it has not ended: it has deliveries left. */
    private boolean isDeliveredAgain(Held each) {
        return deliveryLimit.isPresent() && each.attempt < deliveryLimit.getAsInt();
    }

    /**
     * Not supported and never called: workloads in which consumers pause have no share groups, because locks would
     * expire meanwhile.
     */
    @Override
    public void pause() {
        throw new UnsupportedOperationException("a consumer of a share group cannot pause");
    }

    @Override
    public synchronized void resume() {
        if (!started && !closing) {
            started = true;
            thread.start();
        }
    }

    /** Empty: messages are not received in the order of their offsets. */
    @Override
    public long[] positions() {
        return new long[0];
    }

    /** True at once if it begins with the load: a share consumer cannot join its group without reading. */
    @Override
    public boolean isAssigned() {
        return assigned || !started;
    }

    @Override
    public long throttledNanos() {
        return reader.throttledNanos();
    }

    @Override
    public Map<String, Double> metrics() {
        return reader.metrics();
    }

    @Override
    public void stop(long nanos) {
        stoppedUntilNanos = clock.epochNanos() + nanos;
    }

    @Override
    public void abandon() {
        killed = true;
        close();
    }

    @Override
    public void close() {
        synchronized (this) {
            closing = true;
            notifyAll();
        }
        if (!started) {
            leave();
            return;
        }
        reader.wakeUp();
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
}

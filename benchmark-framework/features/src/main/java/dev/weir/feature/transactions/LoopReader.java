package dev.weir.feature.transactions;

import dev.weir.clock.Clock;
import dev.weir.clock.Deadline;
import dev.weir.driver.client.Reader;
import dev.weir.driver.client.ReceiveListener;
import dev.weir.driver.exception.DriverException;
import dev.weir.measure.Counter;
import dev.weir.worker.recording.ErrorTally;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Reader of one client of a transaction benchmark. Used by the client's thread. */
final class LoopReader implements ReceiveListener {
    private static final Duration POLL = Duration.ofMillis(100);

    final Reader reader;
    private final Clock clock;
    private final ErrorTally errors;
    private final Counter received;
    private final Counter failedPolls;
    private final Deque<LoopMessage> messages = new ArrayDeque<>();

    @SuppressWarnings("ArrayRecordComponent") // ArrayRecordComponent: never compared
    record LoopMessage(int partition, long offset, byte[] value) {}

    /** The counters are those of all readers of the client. */
    LoopReader(Reader reader, Clock clock, ErrorTally errors, Counter received, Counter failedPolls) {
        this.reader = reader;
        this.clock = clock;
        this.errors = errors;
        this.received = received;
        this.failedPolls = failedPolls;
    }

    @Override
    public void batch(int count) {
        received.add(count);
    }

    @Override
    public void received(int partition, long offset, byte[] value, byte @Nullable [] header) {
        messages.add(new LoopMessage(partition, offset, value.clone()));
    }

    @Override
    public void failed(Throwable cause, boolean fatal) {
        errors.add(cause);
    }

    void join() {
        Deadline deadline = Deadline.after(clock, TransactionClient.OUTAGE_LIMIT);
        do {
            poll(POLL, deadline, "been given its partitions");
        } while (!hasPositions());
    }

    /** Returns whether positions are known. Errors count as not known, because a later attempt may succeed. */
    private boolean hasPositions() {
        try {
            return !reader.positions().isEmpty();
        } catch (DriverException e) {
            errors.add(e);
            return false;
        }
    }

    LoopMessage next() {
        Deadline deadline = Deadline.after(clock, TransactionClient.OUTAGE_LIMIT);
        while (messages.isEmpty()) {
            poll(POLL, deadline, "seen a message that was to be there");
        }
        return messages.remove();
    }

    /** Polls until a message that begins with the given number arrives; returns its offset. */
    long until(long number, Duration poll) {
        Deadline deadline = Deadline.after(clock, TransactionClient.OUTAGE_LIMIT);
        while (true) {
            while (!messages.isEmpty()) {
                LoopMessage message = messages.remove();
                if (ByteBuffer.wrap(message.value()).getLong() == number) {
                    return message.offset();
                }
            }
            poll(poll, deadline, "seen a message that is committed");
        }
    }

    int waiting() {
        return messages.size();
    }

    /** Drops messages that were read but not processed: the next owner of their partition reads them again. */
    void forget() {
        messages.clear();
    }

    /** Polls once. A failure is counted as an error, because a later attempt may succeed. */
    private void poll(Duration within, Deadline deadline, String what) {
        if (deadline.isOver() || Thread.currentThread().isInterrupted()) {
            throw new DriverException(
                    "a reader has not " + what + " within " + TransactionClient.OUTAGE_LIMIT.toSeconds() + " s");
        }
        try {
            reader.poll(within, this);
        } catch (DriverException e) {
            if (Thread.currentThread().isInterrupted()) {
                throw e;
            }
            errors.add(e);
            failedPolls.increment();
            TransactionClient.pause();
        }
    }
}

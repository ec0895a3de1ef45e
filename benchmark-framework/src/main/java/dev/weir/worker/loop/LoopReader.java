package dev.weir.worker.loop;

import dev.weir.clock.Clock;
import dev.weir.clock.Deadline;
import dev.weir.driver.client.Reader;
import dev.weir.driver.client.ReceiveListener;
import dev.weir.driver.exception.DriverException;
import dev.weir.measure.Counter;
import dev.weir.worker.recording.ErrorTally;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** What the client of a loop reads. The loop's thread. */
final class LoopReader implements ReceiveListener {
    /** A system that commits nothing for so long is down. */
    static final Duration UNAVAILABLE_LIMIT = Duration.ofMinutes(5);

    private static final Duration POLL = Duration.ofMillis(100);

    private final Reader reader;
    private final Clock clock;
    private final ErrorTally errors;
    private final Counter received = new Counter();
    private final Deque<Message> messages = new ArrayDeque<>();

    /** One that has been read. */
    @SuppressWarnings("ArrayRecordComponent") // ArrayRecordComponent: never compared
    record Message(int partition, long offset, byte[] value) {}

    LoopReader(Reader reader, Clock clock, ErrorTally errors) {
        this.reader = reader;
        this.clock = clock;
        this.errors = errors;
    }

    Reader reader() {
        return reader;
    }

    long received() {
        return received.get();
    }

    @Override
    public void batch(int count) {
        received.add(count);
    }

    @Override
    public void received(int partition, long offset, byte[] value, byte @Nullable [] header) {
        messages.add(new Message(partition, offset, value.clone()));
    }

    @Override
    public void failed(Throwable cause, boolean fatal) {
        errors.add(cause);
    }

    /** Polls until it has partitions. */
    void join() {
        Deadline deadline = Deadline.after(clock, UNAVAILABLE_LIMIT);
        do {
            check(deadline, "been given its partitions");
            reader.poll(POLL, this);
        } while (!hasPositions());
    }

    /** What cannot be told now may be told later. */
    private boolean hasPositions() {
        try {
            return !reader.positions().isEmpty();
        } catch (DriverException e) {
            errors.add(e);
            return false;
        }
    }

    /** The next message, in order. */
    Message next() {
        Deadline deadline = Deadline.after(clock, UNAVAILABLE_LIMIT);
        while (messages.isEmpty()) {
            check(deadline, "seen a message that was to be there");
            reader.poll(POLL, this);
        }
        return messages.remove();
    }

    /** Polls, for so long each time, until a message has come that begins with a number; returns its offset. */
    long until(long number, Duration poll) {
        Deadline deadline = Deadline.after(clock, UNAVAILABLE_LIMIT);
        while (true) {
            while (!messages.isEmpty()) {
                Message message = messages.remove();
                if (LoopPayload.numberOf(message.value()) == number) {
                    return message.offset();
                }
            }
            check(deadline, "seen a message that is committed");
            reader.poll(poll, this);
        }
    }

    /** Read, and not handed out. */
    int waiting() {
        return messages.size();
    }

    /** What was read and not processed is read again, by the reader that has its partition then. */
    void forget() {
        messages.clear();
    }

    private static void check(Deadline deadline, String what) {
        if (deadline.isOver() || Thread.currentThread().isInterrupted()) {
            throw new DriverException("a reader has not " + what + " within " + UNAVAILABLE_LIMIT.toSeconds() + " s");
        }
    }
}

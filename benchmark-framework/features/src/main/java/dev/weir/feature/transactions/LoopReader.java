package dev.weir.feature.transactions;

import dev.weir.clock.Clock;
import dev.weir.clock.Deadline;
import dev.weir.driver.client.Reader;
import dev.weir.driver.client.ReceiveListener;
import dev.weir.driver.exception.DriverException;
import dev.weir.feature.transactions.PipelineSection.Transform;
import dev.weir.measure.Counter;
import dev.weir.worker.message.RandomStream;
import dev.weir.worker.recording.ErrorTally;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Reader of one client of a transaction benchmark. Used by the client's thread. */
final class LoopReader implements ReceiveListener {
    private static final Duration POLL = Duration.ofMillis(100);

    private final Reader reader;
    private final Clock clock;
    private final ErrorTally errors;
    private final Counter received = new Counter();
    private long failedPolls;
    private final Deque<LoopMessage> messages = new ArrayDeque<>();

    @SuppressWarnings("ArrayRecordComponent") // ArrayRecordComponent: never compared
    record LoopMessage(int partition, long offset, byte[] value) {}

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

    /** Called by the client's thread. */
    long failedPolls() {
        return failedPolls;
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
        Deadline deadline = Deadline.after(clock, Retries.LIMIT);
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
        Deadline deadline = Deadline.after(clock, Retries.LIMIT);
        while (messages.isEmpty()) {
            poll(POLL, deadline, "seen a message that was to be there");
        }
        return messages.remove();
    }

    /** Polls until a message that begins with the given number arrives; returns its offset. */
    long until(long number, Duration poll) {
        Deadline deadline = Deadline.after(clock, Retries.LIMIT);
        while (true) {
            while (!messages.isEmpty()) {
                LoopMessage message = messages.remove();
                if (LoopPayload.numberOf(message.value()) == number) {
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
            throw new DriverException("a reader has not " + what + " within " + Retries.LIMIT.toSeconds() + " s");
        }
        try {
            reader.poll(within, this);
        } catch (DriverException e) {
            if (Thread.currentThread().isInterrupted()) {
                throw e;
            }
            errors.add(e);
            failedPolls++;
            Retries.pause();
        }
    }

    /**
     * Payloads of a transaction benchmark: their number, then lower-case letters generated from the seed. Used by one
     * thread.
     */
    static final class LoopPayload {
        /** Leaves room for about 10^12 messages of each client. */
        private static final int CLIENT_SHIFT = 40;

        private final byte[] value;
        private final long first;
        private long count;

        /** @param bytes at least 8 */
        LoopPayload(int bytes, long seed, int client) {
            value = new byte[bytes];
            first = (long) client << CLIENT_SHIFT;
            SplittableRandom random = RandomStream.PAYLOAD_CHOICE.ofProducer(seed, client);
            for (int i = 0; i < bytes; i++) {
                value[i] = (byte) ('a' + random.nextInt(26));
            }
        }

        /** Returns the payload with the next number; the same array each time. */
        byte[] next() {
            ByteBuffer.wrap(value).putLong(first | count++);
            return value;
        }

        long number() {
            return first | (count - 1);
        }

        static long numberOf(byte[] value) {
            return ByteBuffer.wrap(value).getLong();
        }

        /** Transforms a message like the stream benchmark: converts the letters after its number to upper case. */
        static byte[] upperCase(byte[] value) {
            byte[] upper = value.clone();
            Transform.UPPER_CASE.apply(upper, Long.BYTES);
            return upper;
        }
    }
}

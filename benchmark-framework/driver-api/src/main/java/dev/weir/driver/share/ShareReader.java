package dev.weir.driver.share;

import dev.weir.driver.client.Producer;
import dev.weir.driver.exception.DriverException;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A member of a share group. Each message that it receives is locked for it: no other member gets the message before
 * the lock has expired. All methods are called by one thread, {@link #wakeUp} and {@link #metrics} by any.
 */
public interface ShareReader extends AutoCloseable {

    /** Acknowledgement of a message by a member. */
    enum Acknowledgement {
        /** It has been processed. */
        ACCEPT,
        /** It is to be delivered again. */
        RELEASE,
        /** It cannot be processed, and is not to be delivered again. */
        REJECT,
        /** It is still being processed: its lock begins again, and a later poll returns it again. */
        RENEW
    }

    /**
     * Sends acknowledgements, takes messages, and waits for the first one if there is none. Reports messages, and
     * answers to acknowledgements, to the listener. If members acknowledge explicitly, all messages of the previous
     * poll must have been acknowledged.
     *
     * @param within longest wait
     * @throws DriverException if reading is no longer possible
     */
    void poll(Duration within);

    /** Acknowledges a message of the last poll; sent by the next {@link #poll} or {@link #send}. */
    void acknowledge(int partition, long offset, Acknowledgement acknowledgement);

    /** Sends acknowledgements, without waiting for the answer. */
    void send();

    /** Returns how long messages of the last poll are locked, in nanoseconds; empty if unknown. */
    OptionalLong lockNanos();

    /** Returns whether the group has assigned it partitions. */
    boolean isAssigned();

    /** Returns how long brokers have delayed this client so far, see {@link Producer#throttledNanos}. Any thread. */
    default long throttledNanos() {
        return 0;
    }

    /** Returns metrics of the client library, see {@link Producer#metrics}. */
    Map<String, Double> metrics();

    /** Ends a waiting {@link #poll}. */
    void wakeUp();

    /**
     * Ends the reader like the end of its process, instead of {@link #close}: it sends nothing more, neither
     * acknowledgements nor a request to leave the group. Reports answers to acknowledgements that have arrived by then.
     *
     * @throws UnsupportedOperationException without {@code Capability.MEMBER_CHANGES}
     */
    default void abandon() {
        throw new UnsupportedOperationException("this driver's consumers cannot be abandoned");
    }

    /** Sends acknowledgements, releases all other messages, and leaves the group, within 10 s. */
    @Override
    void close();
}

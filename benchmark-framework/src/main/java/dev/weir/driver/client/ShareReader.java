package dev.weir.driver.client;

import dev.weir.driver.exception.DriverException;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A member of a share group. A message that it is given is locked for it: no other member gets the message before the lock
 * has expired. All methods belong to one thread, {@link #wakeUp} and {@link #metrics} to any.
 */
public interface ShareReader extends AutoCloseable {

    /** What a member does with a message. */
    enum Acknowledgement {
        /** It has been processed. */
        ACCEPT,
        /** It is to be delivered again. */
        RELEASE,
        /** It cannot be processed, and is not to be delivered again. */
        REJECT,
        /** It is still being processed: its lock begins anew, and a later poll returns it again. */
        RENEW
    }

    /**
     * Sends what was acknowledged, takes messages, and waits for the first one if there is none. Reports messages, and
     * answers to acknowledgements, to the listener. Where members acknowledge explicitly, all messages of the last poll have
     * been acknowledged.
     *
     * @param within how long to wait at most
     * @throws DriverException if reading is no longer possible
     */
    void poll(Duration within);

    /** Acknowledges a message of the last poll; sent by the next {@link #poll} or {@link #send}. */
    void acknowledge(int partition, long offset, Acknowledgement acknowledgement);

    /** Sends what was acknowledged, without waiting for the answer. */
    void send();

    /** For how long messages of the last poll are locked, in nanoseconds; empty if that is unknown. */
    OptionalLong lockNanos();

    /** Whether the group has given it partitions. */
    boolean isAssigned();

    /** What the client library reports, see {@link Producer#metrics}. */
    Map<String, Double> metrics();

    /** Lets a {@link #poll} that waits return. */
    void wakeUp();

    /**
     * Ends it as the end of its process would, instead of {@link #close}: it sends nothing more, neither acknowledgements nor that
     * it leaves the group. Reports answers to acknowledgements that have arrived by then.
     *
     * @throws UnsupportedOperationException where {@code DriverFactory.changesMembers} is false
     */
    default void abandon() {
        throw new UnsupportedOperationException("this driver's consumers cannot be abandoned");
    }

    /** Sends what was acknowledged, gives all other messages back, and leaves the group, within 10 s. */
    @Override
    void close();
}

package dev.weir.driver.client;

import java.util.Arrays;
import java.util.Map;

/** Receives the messages of one topic for one subscription, on a thread of its own. Methods: any thread. */
public interface Consumer extends AutoCloseable {

    /**
     * Stops the delivery of messages, from the next batch on, while the consumer stays a member of its group: it keeps
     * polling, so that a pause of any length loses no assignment.
     */
    void pause();

    /** Takes the delivery up again, where it stopped. */
    void resume();

    /**
     * The offset of the next message that will be handed to the listener, per partition; -1 where this consumer is not
     * assigned or has no position yet. A copy, at most one poll old.
     */
    long[] positions();

    /** Whether its group has given it partitions. A driver without {@link #positions} knows it in another way. */
    default boolean isAssigned() {
        return Arrays.stream(positions()).anyMatch(position -> position >= 0);
    }

    /** What the client library reports, see {@link Producer#metrics}; until {@link #close}. */
    default Map<String, Double> metrics() {
        return Map.of();
    }

    /**
     * Makes the consumer stand still: it does not poll for so long, as an application that is busy, while its client library
     * goes on. It stays a member as long as its group allows that. Returns at once.
     *
     * @throws UnsupportedOperationException where {@code DriverFactory.changesMembers} is false
     */
    default void stop(long nanos) {
        throw new UnsupportedOperationException("this driver's consumers cannot stand still");
    }

    /**
     * Ends the consumer as the end of its process would: it commits nothing and does not leave its group, which finds out
     * when its session times out. Ends the thread within 10 s; no listener is called after this has returned.
     *
     * @throws UnsupportedOperationException where {@code DriverFactory.changesMembers} is false
     */
    default void abandon() {
        throw new UnsupportedOperationException("this driver's consumers cannot be abandoned");
    }

    /** Leaves the group and ends the thread, within 10 s. No listener is called after this has returned. */
    @Override
    void close();
}

package dev.weir.driver.client;

import java.util.Arrays;
import java.util.Map;

/** Receives the messages of one topic for one subscription, on a thread of its own. Methods: any thread. */
public interface Consumer extends AutoCloseable {

    /**
     * Stops the delivery of messages, from the next batch on. The consumer keeps polling and stays a member of its
     * group, so that a pause of any length does not change its assignment.
     */
    void pause();

    /** Resumes the delivery where it stopped. */
    void resume();

    /**
     * Returns the offset of the next message for the listener, per partition; -1 where this consumer is not assigned or
     * has no position yet. A copy, at most one poll old.
     */
    long[] positions();

    /** Returns whether its group has assigned it partitions. A driver without {@link #positions} overrides this. */
    default boolean isAssigned() {
        return Arrays.stream(positions()).anyMatch(position -> position >= 0);
    }

    /** Returns how long brokers have delayed this client so far, see {@link Producer#throttledNanos}. Any thread. */
    default long throttledNanos() {
        return 0;
    }

    /** Returns metrics of the client library, see {@link Producer#metrics}; until {@link #close}. */
    default Map<String, Double> metrics() {
        return Map.of();
    }

    /**
     * Stops polling for a time, like a busy application, while its client library goes on. The consumer stays a member
     * as long as its group allows that. Returns at once.
     *
     * @throws UnsupportedOperationException without {@code Capability.MEMBER_CHANGES}
     */
    default void stop(long nanos) {
        throw new UnsupportedOperationException("this driver's consumers cannot stand still");
    }

    /**
     * Ends the consumer like the end of its process: it commits nothing and does not leave its group, which detects
     * that when its session times out. Ends the thread within 10 s; no listener is called after this has returned.
     *
     * @throws UnsupportedOperationException without {@code Capability.MEMBER_CHANGES}
     */
    default void abandon() {
        throw new UnsupportedOperationException("this driver's consumers cannot be abandoned");
    }

    /** Leaves the group and ends the thread, within 10 s. No listener is called after this has returned. */
    @Override
    void close();
}

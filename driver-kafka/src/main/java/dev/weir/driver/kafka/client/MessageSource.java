package dev.weir.driver.kafka.client;

import java.time.Duration;
import java.util.Map;

/** Source of the messages of a group's member. Called by the member's thread, unless stated otherwise. */
interface MessageSource {
    Duration POLL = Duration.ofMillis(100);

    /**
     * Waits for messages at most {@link #POLL}, passes them to the listener, and updates the positions.
     *
     * @return whether there were any
     */
    boolean poll();

    /** Called before the positions after delivered messages are committed. */
    void beforeCommit();

    /** Called when a partition is no longer the member's. */
    void forget(int partition);

    /** Ends {@link #poll} early. Any thread. */
    void wakeup();

    /** Returns how long brokers have delayed it so far, see {@code Producer.throttledNanos}. Any thread. */
    long throttledNanos();

    /** Returns metrics of the client library, see {@code Producer.metrics}. Any thread. */
    Map<String, Double> metrics();

    /** Closes what the source itself has opened. */
    void close();
}

package dev.weir.driver.kafka.client;

import java.time.Duration;
import java.util.Map;

/** How the member of a group gets the messages of its partitions. On the member's thread, except where it says otherwise. */
interface MessageSource {
    Duration POLL = Duration.ofMillis(100);

    /**
     * Waits for messages at most {@link #POLL}, hands them to the listener, and notes how far it is.
     *
     * @return whether there were any
     */
    boolean poll();

    /** What was handed over is about to be committed. */
    void beforeCommit();

    /** A partition is no longer the member's. */
    void forget(int partition);

    /** Ends {@link #poll} early. Any thread. */
    void wakeup();

    /** What the client library reports, see {@code Producer.metrics}. Any thread. */
    Map<String, Double> metrics();

    /** Closes what the source itself has opened. */
    void close();
}

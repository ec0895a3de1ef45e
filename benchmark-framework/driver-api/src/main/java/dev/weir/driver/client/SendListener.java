package dev.weir.driver.client;

/** Receives the outcome of each message of a {@link Producer}. Implementations do not block and do not throw. */
public interface SendListener {

    /**
     * Called when the system has acknowledged the message, or, where {@code Driver.acknowledges} is false, when the
     * client has handed it to the network. Called on the same thread for all messages of a producer: the client's
     * callback thread.
     *
     * @param partition partition where it was stored; -1 if the driver does not know it
     */
    void acknowledged(int partition, long sequence, long intendedNanos, long sentNanos);

    /**
     * Called when one answer of the system has acknowledged several messages. The listener may read its clock once for
     * all of them.
     *
     * @param partition partition where they were stored; -1 if the driver does not know it
     * @param messages three numbers for each message, in their order: sequence, intendedNanos, sentNanos. The driver's,
     *     and only valid during the call
     * @param count number of messages
     */
    default void acknowledged(int partition, long[] messages, int count) {
        for (int at = 0; at < 3 * count; at += 3) {
            acknowledged(partition, messages[at], messages[at + 1], messages[at + 2]);
        }
    }

    /**
     * Called when the message was given up. On the callback thread or inside {@link Producer#send}.
     *
     * @param partition partition for which it was meant; -1 if that is unknown
     */
    void failed(int partition, long sequence, long intendedNanos, long sentNanos, Throwable cause);

    /** Hears of the producer's connections, if it has some of its own. */
    default ConnectionListener connections() {
        return ConnectionListener.NONE;
    }
}

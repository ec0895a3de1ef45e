package dev.weir.driver.omb;

import dev.weir.driver.client.ReceiveListener;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import java.nio.ByteBuffer;

/**
 * Receives messages from a consumer of OMB on any thread, and passes them on one at a time. While the delivery is
 * paused, the driver's thread waits in the callback, as in OMB: to the system, the consumer takes no more messages.
 */
final class Delivery implements ConsumerCallback {
    private static final int UNKNOWN = -1;

    private final ReceiveListener listener;
    private boolean paused;
    private boolean closed;

    Delivery(ReceiveListener listener) {
        this.listener = listener;
    }

    @Override
    public synchronized void messageReceived(byte[] payload, long publishTimestamp) {
        try {
            while (paused && !closed) {
                wait();
            }
        } catch (InterruptedException e) {
            // The driver closes: it may deliver this message again to another consumer.
            Thread.currentThread().interrupt();
            return;
        }
        if (!closed) {
            listener.batch(1);
            listener.received(UNKNOWN, UNKNOWN, payload, null);
        }
    }

    @Override
    public void messageReceived(ByteBuffer payload, long publishTimestamp) {
        byte[] copy = new byte[payload.remaining()];
        payload.duplicate().get(copy);
        messageReceived(copy, publishTimestamp);
    }

    synchronized void pause(boolean isPaused) {
        paused = isPaused;
        notifyAll();
    }

    /** Ends the delivery: later messages are dropped. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }
}

package io.openmessaging.benchmark.driver;

import java.nio.ByteBuffer;

/** Receives each message of a {@link BenchmarkConsumer}, on any thread of the driver. */
public interface ConsumerCallback {

    /**
     * Receives a message.
     *
     * @param publishTimestamp time of the system or its client; drivers use different units
     */
    void messageReceived(byte[] payload, long publishTimestamp);

    /** Receives a message in a buffer, which belongs to the driver again when this returns. */
    void messageReceived(ByteBuffer payload, long publishTimestamp);
}

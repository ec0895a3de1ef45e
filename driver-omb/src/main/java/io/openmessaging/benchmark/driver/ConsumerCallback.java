package io.openmessaging.benchmark.driver;

import java.nio.ByteBuffer;

/** Gets each message that a {@link BenchmarkConsumer} receives, on any thread of the driver. */
public interface ConsumerCallback {

    /**
     * Takes a message.
     *
     * @param publishTimestamp of the system or its client; drivers do not agree on its unit
     */
    void messageReceived(byte[] payload, long publishTimestamp);

    /** The same for drivers that have a buffer, which is theirs again when this returns. */
    void messageReceived(ByteBuffer payload, long publishTimestamp);
}

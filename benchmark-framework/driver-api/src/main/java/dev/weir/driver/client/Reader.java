package dev.weir.driver.client;

import dev.weir.driver.exception.DriverException;
import java.time.Duration;
import java.util.Map;

/** Reads one topic on demand. All methods are called by one thread, {@link #wakeUp} by any. */
public interface Reader extends AutoCloseable {

    /**
     * Reads available messages, and waits for the first one if there is none.
     *
     * @param within longest wait
     * @param listener receives the messages, on this thread
     * @return number of messages
     * @throws DriverException if reading is no longer possible
     */
    int poll(Duration within, ReceiveListener listener);

    /**
     * Returns its partitions, each with the offset of the next message that {@link #poll} will return. Changes only
     * inside {@link #poll} and {@link #seek}: when a group revokes partitions there, their next owner reads again what
     * was not committed.
     */
    Map<Integer, Long> positions();

    /**
     * Continues at another position.
     *
     * @param partition one of its own
     * @param offset offset of the next message to be read
     */
    void seek(int partition, long offset);

    /**
     * Commits its positions, and waits until that is done; it must have a group.
     *
     * @throws DriverException if that is not possible
     */
    void commit();

    /** Returns how long brokers have delayed this client so far, see {@link Producer#throttledNanos}. Any thread. */
    default long throttledNanos() {
        return 0;
    }

    /** Ends a waiting {@link #poll}. Any thread. */
    void wakeUp();

    /** Leaves its group, within 10 s. */
    @Override
    void close();
}

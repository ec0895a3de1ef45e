package dev.weir.driver.client;

import dev.weir.driver.exception.DriverException;
import java.time.Duration;
import java.util.Map;

/** Reads one topic when it is asked to. All methods belong to one thread, {@link #wakeUp} to any. */
public interface Reader extends AutoCloseable {

    /**
     * Reads what is there, and waits for the first message if there is none.
     *
     * @param within how long to wait at most
     * @param listener hears of the messages, on this thread
     * @return how many there were
     * @throws DriverException if reading is no longer possible
     */
    int poll(Duration within, ReceiveListener listener);

    /**
     * The partitions that it reads, each with the offset of the next message that {@link #poll} will hand out. Changes only
     * inside {@link #poll} and {@link #seek}: a group takes partitions away there, and what was read of them and not
     * committed by then is read again by another one.
     */
    Map<Integer, Long> positions();

    /**
     * Goes on from somewhere else.
     *
     * @param partition one of its own
     * @param offset of the next message to be read
     */
    void seek(int partition, long offset);

    /**
     * Commits how far it has read, and waits until that is done; it has a group.
     *
     * @throws DriverException if that is not possible
     */
    void commit();

    /** Lets a {@link #poll} that waits return. Any thread. */
    void wakeUp();

    /** Leaves its group, within 10 s. */
    @Override
    void close();
}

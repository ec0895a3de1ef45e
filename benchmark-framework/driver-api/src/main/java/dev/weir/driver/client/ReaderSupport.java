package dev.weir.driver.client;

import dev.weir.driver.exception.DriverException;

/** Readers of a system, which read on demand. Any thread. */
public interface ReaderSupport {

    /**
     * Opens a reader.
     *
     * @throws DriverException if it cannot be opened
     */
    Reader openReader(ReaderSpec spec);
}

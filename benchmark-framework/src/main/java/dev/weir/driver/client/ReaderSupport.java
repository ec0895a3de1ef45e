package dev.weir.driver.client;

import dev.weir.driver.exception.DriverException;

/** What a system offers to those who read when they want to, instead of being handed what comes. Any thread. */
public interface ReaderSupport {

    /**
     * Opens a reader.
     *
     * @throws DriverException if it cannot be made
     */
    Reader openReader(ReaderSpec spec);
}

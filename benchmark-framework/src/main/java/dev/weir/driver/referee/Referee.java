package dev.weir.driver.referee;

import dev.weir.driver.exception.DriverException;
import java.time.Duration;

/** A tool of {@link Referees} that runs. */
public interface Referee extends AutoCloseable {

    /**
     * Waits for its end. One thread.
     *
     * @throws DriverException with the tool's last words, if it fails, does less than its task, or takes longer than the
     *     limit; if it was closed meanwhile
     */
    RefereeFigures await(Duration limit);

    /** Ends its process and deletes its files. Does nothing if called again. Any thread. */
    @Override
    void close();
}

package dev.weir.driver.referee;

import dev.weir.driver.exception.DriverException;
import java.time.Duration;

/** A running tool of {@link Referees}. */
public interface Referee extends AutoCloseable {

    /**
     * Waits for its end. One thread.
     *
     * @throws DriverException if the tool fails, does less than its task or takes longer than the limit, with the
     *     tool's last output; also if it was closed meanwhile
     */
    RefereeFigures await(Duration limit);

    /** Ends its process and deletes its files. Does nothing if called again. Any thread. */
    @Override
    void close();
}

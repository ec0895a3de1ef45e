package dev.weir.driver.embedded;

import dev.weir.driver.exception.DriverException;
import java.time.Duration;

/**
 * Does to single brokers of a throw-away cluster what happens to brokers. They are numbered from 1. Methods: one thread;
 * those with a deadline block until then at most.
 */
public interface BrokerFaults {

    /**
     * The broker that leads a partition.
     *
     * @throws DriverException if it has no leader, or no broker reports it in time
     */
    int leader(String topic, int partition, Duration deadline);

    /**
     * Ends its process at once and without a warning, as {@code kill -9} does. Its data stays.
     *
     * @throws DriverException if it does not run
     */
    void kill(int broker);

    /**
     * Has it hand over what it leads, and end. One that takes longer is killed.
     *
     * @return whether it ended by itself
     * @throws DriverException if it does not run
     */
    boolean stop(int broker, Duration deadline);

    /**
     * Starts it again with the data it had, and returns when clients can use it.
     *
     * @throws DriverException with the broker's own words, if it does not start in time; it does not run then
     */
    void start(int broker, Duration deadline);

    /**
     * Has its process stand still with all its connections open, as {@code SIGSTOP} does.
     *
     * @throws DriverException if it does not run, or cannot be stopped
     */
    void pause(int broker);

    /**
     * Lets it go on. Does nothing to one that is not paused.
     *
     * @throws DriverException if it stands still all the same
     */
    void resume(int broker);
}

package dev.weir.driver.embedded;

import dev.weir.driver.exception.DriverException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * Stops, kills, pauses, restarts and profiles brokers of a throw-away cluster. Brokers are numbered from 1. Used by one
 * thread; methods with a deadline block until then at most.
 */
public interface BrokerFaults {

    /**
     * The broker that leads a partition.
     *
     * @throws DriverException if it has no leader, or no broker reports it in time
     */
    int leader(String topic, int partition, Duration deadline);

    /**
     * Ends the process of a broker at once and without a warning, as {@code kill -9} does. Its data stays.
     *
     * @throws DriverException if it does not run
     */
    void kill(int broker);

    /**
     * Asks a broker to hand over its leaderships and end. If it takes longer than the deadline, it is killed.
     *
     * @return whether it ended by itself
     * @throws DriverException if it does not run
     */
    boolean stop(int broker, Duration deadline);

    /**
     * Starts a broker again with its data, and returns when clients can use it.
     *
     * @throws DriverException if the broker does not start in time, with the broker's last output; it does not run then
     */
    void start(int broker, Duration deadline);

    /**
     * Suspends the process of a broker with all its connections open, as {@code SIGSTOP} does.
     *
     * @throws DriverException if it does not run, or cannot be stopped
     */
    void pause(int broker);

    /**
     * Resumes a paused broker. Does nothing if the broker is not paused.
     *
     * @throws DriverException if the broker stays suspended
     */
    void resume(int broker);

    /** Has each broker record what it does, those that start later too, until {@link #endProfiles}. Returns at once. */
    default void beginProfiles() {}

    /**
     * Ends that. Returns at once.
     *
     * @return of each broker that can be recorded, a file of JDK Flight Recorder, which the caller takes away; fails with a {@link
     *     DriverException} if there is none
     */
    default SortedMap<Integer, CompletableFuture<Path>> endProfiles() {
        return new TreeMap<>();
    }
}

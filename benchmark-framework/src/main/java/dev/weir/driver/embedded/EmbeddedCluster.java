package dev.weir.driver.embedded;

import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import java.time.Duration;
import java.util.Optional;
import java.util.SortedMap;

/** A running throw-away cluster. Methods: any thread. */
public interface EmbeddedCluster extends AutoCloseable {

    /** The addresses that clients of the cluster start from, {@code host:port,...}. */
    String bootstrapServers();

    /** How to drive it: a complete configuration with defaults that suit a first run. */
    DriverConfig driverConfig();

    /** How to drive it with a file that asks for a throw-away cluster, once it is {@link #prepare prepared} for that. */
    DriverConfig driverConfig(DriverConfig asked);

    /**
     * Makes it the cluster that a file asks for. If it has other settings, it is ended and a new one without data starts at
     * the same addresses.
     *
     * @throws DriverException with the broker's own words, if that does not start
     */
    void prepare(DriverConfig asked);

    /**
     * Where it differs, when it is prepared for a file, from what the system does by default, for the results of runs on
     * it: setting to value, sorted.
     */
    SortedMap<String, String> deviations(DriverConfig asked);

    /**
     * How many messages per second the system's own client sends to one partition of this cluster when nothing is
     * recorded or audited: what a harness can reach at most. Blocks for twice the duration, the first half to warm up.
     *
     * @param messageBytes size of each payload
     * @throws DriverException if messages cannot be sent
     */
    double bareClientMessagesPerSecond(int messageBytes, Duration duration);

    /** What can be done to its brokers; empty if they cannot be told apart. */
    default Optional<BrokerFaults> faults() {
        return Optional.empty();
    }

    /** Ends its processes and deletes its data. Does nothing if called again. */
    @Override
    void close();
}

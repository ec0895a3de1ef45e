package dev.weir.driver.embedded;

import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import java.time.Duration;
import java.util.Optional;
import java.util.SortedMap;

/** A running throw-away cluster. Methods: any thread. */
public interface EmbeddedCluster extends AutoCloseable {

    /** The bootstrap addresses for clients of the cluster, {@code host:port,...}. */
    String bootstrapServers();

    /** A complete configuration for this cluster, with defaults that suit a first run. */
    DriverConfig driverConfig();

    /**
     * A complete configuration for this cluster, after it was {@link #prepare prepared} for a driver file that asks for
     * a throw-away cluster.
     */
    DriverConfig driverConfig(DriverConfig asked);

    /**
     * Makes it the cluster that a driver file asks for. If the settings differ, the cluster is ended, and a new cluster
     * without data starts at the same addresses.
     *
     * @throws DriverException if a broker does not start, with the broker's last output
     */
    void prepare(DriverConfig asked);

    /**
     * Settings in which the cluster, prepared for a driver file, differs from the system's defaults: setting to value,
     * sorted. They go into the results of its runs.
     */
    SortedMap<String, String> deviations(DriverConfig asked);

    /**
     * How many messages per second the system's own client sends to one partition of this cluster if nothing is
     * recorded or audited. No benchmark can send more. Blocks for twice the duration; the first half is the warm-up.
     *
     * @param messageBytes size of each payload
     * @throws DriverException if messages cannot be sent
     */
    double bareClientMessagesPerSecond(int messageBytes, Duration duration);

    /** Faults of its brokers; empty if the cluster does not support them. */
    default Optional<BrokerFaults> faults() {
        return Optional.empty();
    }

    /** Ends its processes and deletes its data. Does nothing if called again. */
    @Override
    void close();
}

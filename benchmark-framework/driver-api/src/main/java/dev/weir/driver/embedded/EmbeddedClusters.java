package dev.weir.driver.embedded;

import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import java.net.InetAddress;

/** Starts throw-away clusters on this host. */
public interface EmbeddedClusters {
    /** The setting of drivers with which a driver file asks for such a cluster: {@code embedded: true}. */
    String FIELD = "embedded";

    /**
     * Starts a cluster in processes of its own, with a temporary data directory, and returns when clients can use it.
     * {@link EmbeddedCluster#close()} ends it and deletes its data, as does any end of this process.
     *
     * @param brokers in [1, 9]
     * @param host address of this host that the brokers listen on; every client that reaches it can use them
     * @param firstPort port of the first broker, the others follow; 0: any free ports
     * @param asked the driver file with the settings of the cluster, see {@link #isAskedFor}
     * @throws DriverException if a broker does not start, with the broker's last output
     */
    EmbeddedCluster start(int brokers, InetAddress host, int firstPort, DriverConfig asked);

    /** Whether a driver file asks for a throw-away cluster and not for a running one. */
    static boolean isAskedFor(DriverConfig config) {
        return config.settings().getOrDefault(FIELD, "false").strip().equals("true");
    }

    /** The complete configuration for a driver file that asks for a throw-away cluster, without addresses. */
    DriverConfig driverConfig(DriverConfig asked);

    /**
     * The configuration that {@link EmbeddedCluster#driverConfig()} will return for a cluster of this size, without
     * addresses. To be checked before the cluster is started.
     *
     * @param brokers in [1, 9]
     */
    DriverConfig driverConfig(int brokers);
}

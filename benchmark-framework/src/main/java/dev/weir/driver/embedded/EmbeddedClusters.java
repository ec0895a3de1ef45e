package dev.weir.driver.embedded;

import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import java.net.InetAddress;

/** Starts throw-away clusters on this host. */
public interface EmbeddedClusters {
    /** The setting of drivers with which a driver file asks for such a cluster: {@code embedded: true}. */
    String FIELD = "embedded";

    /**
     * Starts a cluster, in processes of its own and with a temporary data directory, and returns when it can
     * be used. It is taken down, with everything that it wrote, by {@link EmbeddedCluster#close()} and also when this
     * process ends in any way.
     *
     * @param brokers in [1, 9]
     * @param host address of this host that the brokers listen on; every client that reaches it can use them
     * @param firstPort port of the first broker, the others follow; 0: any free ports
     * @param asked the driver file with the settings of the cluster, see {@link #isAskedFor}
     * @throws DriverException with the broker's own words, if it does not start
     */
    EmbeddedCluster start(int brokers, InetAddress host, int firstPort, DriverConfig asked);

    /** Whether a driver file asks for a throw-away cluster instead of naming one that runs. */
    static boolean isAskedFor(DriverConfig config) {
        return config.settings().getOrDefault(FIELD, "false").strip().equals("true");
    }

    /** Such a file as it would be driven, but for the addresses. */
    DriverConfig driverConfig(DriverConfig asked);

    /**
     * How a cluster of so many brokers would be driven, as {@link EmbeddedCluster#driverConfig()} says it when it runs, but
     * for its addresses: to look at before it is started.
     *
     * @param brokers in [1, 9]
     */
    DriverConfig driverConfig(int brokers);
}

package dev.weir.driver;

import java.util.SortedMap;

/** A running throw-away cluster. Methods: any thread. */
public interface EmbeddedCluster extends AutoCloseable {

    /** The addresses that clients of the cluster start from, {@code host:port,...}. */
    String bootstrapServers();

    /** How to drive it: a complete configuration with defaults that suit a first run. */
    DriverConfig driverConfig();

    /**
     * Where it differs from what the system does by default, for the results of runs on it: setting to value, sorted.
     */
    SortedMap<String, String> deviations();

    /** Ends its processes and deletes its data. Does nothing if called again. */
    @Override
    void close();
}

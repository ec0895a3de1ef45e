package dev.weir.driver;

/** A running throw-away cluster. Methods: any thread. */
public interface EmbeddedCluster extends AutoCloseable {

    /** The addresses that clients of the cluster start from, {@code host:port,...}. */
    String bootstrapServers();

    /** How to drive it: a complete configuration with defaults that suit a first run. */
    DriverConfig driverConfig();

    /** Ends its processes and deletes its data. Does nothing if called again. */
    @Override
    void close();
}

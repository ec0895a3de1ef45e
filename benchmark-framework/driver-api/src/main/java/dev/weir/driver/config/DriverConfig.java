package dev.weir.driver.config;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * A driver file, read. Immutable; every map is sorted, so that the same file always gives the same bytes.
 *
 * @param name the label that goes into the result and its file name
 * @param driver the {@code DriverFactory.name} that it selects
 * @param topics how topics are created
 * @param clusterConfig settings of the whole cluster during a run, see {@code ClusterSettings}
 * @param clients properties of clients
 * @param settings the driver's own fields, see {@code DriverFactory.settings}
 * @param brokerMetrics endpoints of the system that are sampled while a run goes on
 */
public record DriverConfig(
        String name,
        String driver,
        TopicConfig topics,
        Map<String, String> clusterConfig,
        ClientConfig clients,
        Map<String, String> settings,
        List<MetricsEndpoint> brokerMetrics) {

    public DriverConfig {
        Objects.requireNonNull(name);
        Objects.requireNonNull(driver);
        Objects.requireNonNull(topics);
        Objects.requireNonNull(clients);
        clusterConfig = ClientConfig.sorted(clusterConfig);
        settings = ClientConfig.sorted(settings);
        brokerMetrics = List.copyOf(brokerMetrics);
    }

    /** One that leaves the cluster as it is, and has no endpoints to sample. */
    public DriverConfig(
            String name, String driver, TopicConfig topics, ClientConfig clients, Map<String, String> settings) {
        this(name, driver, topics, Map.of(), clients, settings, List.of());
    }

    /** A configuration with nothing set: one replica, the driver's name as its label. */
    public static DriverConfig of(String driver) {
        return new DriverConfig(driver, driver, TopicConfig.DEFAULT, ClientConfig.NONE, Map.of());
    }

    /** Returns what to do if the system that answers needs another driver. */
    public String ofAnotherSystem(String rightDriver) {
        return name + " has driver: " + driver + ", but the system at its addresses is one for driver: " + rightDriver
                + ". Use the driver " + rightDriver + ", or the addresses of the system that is to be measured";
    }

    public DriverConfig withSettings(Map<String, String> replacement) {
        return new DriverConfig(name, driver, topics, clusterConfig, clients, replacement, brokerMetrics);
    }

    public DriverConfig withClusterConfig(Map<String, String> replacement) {
        return new DriverConfig(name, driver, topics, replacement, clients, settings, brokerMetrics);
    }

    public DriverConfig withClients(ClientConfig replacement) {
        return new DriverConfig(name, driver, topics, clusterConfig, replacement, settings, brokerMetrics);
    }

    /** Returns this configuration with further client properties of consumers, which replace those of the same names. */
    public DriverConfig withConsumerConfig(Map<String, String> further) {
        var all = new TreeMap<>(clients.consumer());
        all.putAll(further);
        return withClients(new ClientConfig(clients.common(), clients.producer(), all));
    }

    public DriverConfig withCommonConfig(Map<String, String> replacement) {
        return withClients(new ClientConfig(replacement, clients.producer(), clients.consumer()));
    }

    public DriverConfig withBrokerMetrics(List<MetricsEndpoint> replacement) {
        return new DriverConfig(name, driver, topics, clusterConfig, clients, settings, replacement);
    }

    /** Returns this configuration without a reset: topics of earlier runs stay. */
    public DriverConfig withoutReset() {
        var kept = new TopicConfig(
                topics.replicationFactor(),
                false,
                topics.namePrefix(),
                topics.creationLimitMillis(),
                topics.properties());
        return new DriverConfig(name, driver, kept, clusterConfig, clients, settings, brokerMetrics);
    }
}

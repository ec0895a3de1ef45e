package dev.weir.driver.config;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * A driver file, read. Immutable; every map is sorted, so that the same file always gives the same bytes.
 *
 * @param name the label that goes into the result and its file name
 * @param driver the {@code DriverFactory.name} that it selects
 * @param replicationFactor replicas of each topic that is created, in [1, 32767]
 * @param reset delete topics that earlier runs of this tool left behind, before the first run
 * @param topicConfig properties of created topics
 * @param clusterConfig settings of the whole cluster during a run, see {@code ClusterSettings}
 * @param commonConfig client properties of producers, consumers and the administration
 * @param producerConfig client properties of producers, over {@code commonConfig}
 * @param consumerConfig client properties of consumers, over {@code commonConfig}
 * @param settings the driver's own fields, see {@code DriverFactory.settings}
 * @param brokerMetrics endpoints of the system that are sampled while a run goes on
 */
public record DriverConfig(
        String name,
        String driver,
        int replicationFactor,
        boolean reset,
        Map<String, String> topicConfig,
        Map<String, String> clusterConfig,
        Map<String, String> commonConfig,
        Map<String, String> producerConfig,
        Map<String, String> consumerConfig,
        Map<String, String> settings,
        List<MetricsEndpoint> brokerMetrics) {

    public DriverConfig {
        Objects.requireNonNull(name);
        Objects.requireNonNull(driver);
        if (replicationFactor < 1 || replicationFactor > Short.MAX_VALUE) {
            throw new IllegalArgumentException("replicationFactor must be in [1, 32767], got " + replicationFactor);
        }
        topicConfig = sorted(topicConfig);
        clusterConfig = sorted(clusterConfig);
        commonConfig = sorted(commonConfig);
        producerConfig = sorted(producerConfig);
        consumerConfig = sorted(consumerConfig);
        settings = sorted(settings);
        brokerMetrics = List.copyOf(brokerMetrics);
    }

    /** One that leaves the cluster as it is, and has no endpoints to sample. */
    public DriverConfig(
            String name,
            String driver,
            int replicationFactor,
            boolean reset,
            Map<String, String> topicConfig,
            Map<String, String> commonConfig,
            Map<String, String> producerConfig,
            Map<String, String> consumerConfig,
            Map<String, String> settings) {
        this(
                name,
                driver,
                replicationFactor,
                reset,
                topicConfig,
                Map.of(),
                commonConfig,
                producerConfig,
                consumerConfig,
                settings,
                List.of());
    }

    /** A configuration with nothing set: one replica, the driver's name as its label. */
    public static DriverConfig of(String driver) {
        return new DriverConfig(driver, driver, 1, false, Map.of(), Map.of(), Map.of(), Map.of(), Map.of());
    }

    /** The same with other settings of the driver's own. */
    public DriverConfig withSettings(Map<String, String> replacement) {
        return with(reset, clusterConfig, commonConfig, consumerConfig, replacement, brokerMetrics);
    }

    /** The same with other settings of the cluster. */
    public DriverConfig withClusterConfig(Map<String, String> replacement) {
        return with(reset, replacement, commonConfig, consumerConfig, settings, brokerMetrics);
    }

    /** The same with further client properties of consumers, over those that it has. */
    public DriverConfig withConsumerConfig(Map<String, String> further) {
        var all = new TreeMap<>(consumerConfig);
        all.putAll(further);
        return with(reset, clusterConfig, commonConfig, all, settings, brokerMetrics);
    }

    /** The same with other client properties of all clients. */
    public DriverConfig withCommonConfig(Map<String, String> replacement) {
        return with(reset, clusterConfig, replacement, consumerConfig, settings, brokerMetrics);
    }

    /** The same with other endpoints to sample. */
    public DriverConfig withBrokerMetrics(List<MetricsEndpoint> replacement) {
        return with(reset, clusterConfig, commonConfig, consumerConfig, settings, replacement);
    }

    /** The same, but topics of earlier runs stay. */
    public DriverConfig withoutReset() {
        return with(false, clusterConfig, commonConfig, consumerConfig, settings, brokerMetrics);
    }

    private DriverConfig with(
            boolean resets,
            Map<String, String> cluster,
            Map<String, String> common,
            Map<String, String> ofConsumers,
            Map<String, String> own,
            List<MetricsEndpoint> endpoints) {
        return new DriverConfig(
                name,
                driver,
                replicationFactor,
                resets,
                topicConfig,
                cluster,
                common,
                producerConfig,
                ofConsumers,
                own,
                endpoints);
    }

    /** {@code commonConfig} with {@code producerConfig} over it. */
    public Map<String, String> effectiveProducerConfig() {
        return over(producerConfig);
    }

    /** {@code commonConfig} with {@code consumerConfig} over it. */
    public Map<String, String> effectiveConsumerConfig() {
        return over(consumerConfig);
    }

    private Map<String, String> over(Map<String, String> own) {
        var all = new TreeMap<>(commonConfig);
        all.putAll(own);
        return all;
    }

    private static Map<String, String> sorted(Map<String, String> map) {
        return Collections.unmodifiableMap(new TreeMap<>(map));
    }
}

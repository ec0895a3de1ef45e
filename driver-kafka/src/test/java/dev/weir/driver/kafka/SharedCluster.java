package dev.weir.driver.kafka;

import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.TopicConfig;
import dev.weir.driver.kafka.embedded.TestClusters;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;

/** How tests drive the one broker of {@link TestClusters#undisturbed}. */
public final class SharedCluster {
    private SharedCluster() {}

    /** For a test that looks for its topics on the cluster, where other tests have theirs: the names begin with this. */
    public static TopicConfig topics(String prefix, Map<String, String> properties) {
        return new TopicConfig(1, false, prefix, TopicConfig.DEFAULT.creationLimitMillis(), properties);
    }

    /** How to drive it, with sends that fail within 10 s when a topic is gone. */
    public static DriverConfig config(String driver) {
        DriverConfig embedded = TestClusters.undisturbed().driverConfig();
        var quick = withProducer(
                embedded,
                Map.of("max.block.ms", "10000", "request.timeout.ms", "5000", "delivery.timeout.ms", "10000"));
        return new DriverConfig(embedded.name(), driver, embedded.topics(), quick.clients(), embedded.settings());
    }

    /** Waits up to 30 s for an answer of the brokers; a failure fails the test. */
    public static <T> T answer(KafkaFuture<T> future) {
        try {
            return future.get(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    /** Its addresses. */
    public static String servers() {
        return TestClusters.undisturbed().bootstrapServers();
    }

    /** Returns the configuration with a client id to which the cluster applies these quotas. */
    public static DriverConfig limited(DriverConfig config, String clientId, Map<String, Double> quotas) {
        var entity = new ClientQuotaEntity(Map.of(ClientQuotaEntity.CLIENT_ID, clientId));
        var all = quotas.entrySet().stream()
                .map(quota -> new ClientQuotaAlteration.Op(quota.getKey(), quota.getValue()))
                .toList();
        try (var admin = Admin.create(Map.copyOf(config.clients().common()))) {
            answer(admin.alterClientQuotas(List.of(new ClientQuotaAlteration(entity, all)))
                    .all());
        }
        Map<String, String> ofId = Map.of("client.id", clientId);
        return withProducer(config, ofId).withConsumerConfig(ofId);
    }

    /** The same with further client properties of producers, which replace those of the same names. */
    public static DriverConfig withProducer(DriverConfig config, Map<String, String> further) {
        var all = new TreeMap<>(config.clients().producer());
        all.putAll(further);
        return config.withClients(new ClientConfig(
                config.clients().common(), all, config.clients().consumer()));
    }

    /** The same with topics that are created so. */
    public static DriverConfig withTopics(DriverConfig config, TopicConfig topics) {
        return new DriverConfig(
                config.name(),
                config.driver(),
                topics,
                config.clusterConfig(),
                config.clients(),
                config.settings(),
                config.brokerMetrics());
    }
}

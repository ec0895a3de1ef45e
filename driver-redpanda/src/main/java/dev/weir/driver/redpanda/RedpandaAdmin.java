package dev.weir.driver.redpanda;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.driver.admin.BrokerNode;
import dev.weir.driver.admin.ClusterSettings;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.admin.AnswerDeadline;
import dev.weir.driver.kafka.admin.KafkaDriverAdmin;
import dev.weir.driver.kafka.config.TopicPromises;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;

/** Kafka's administration, extended by the admin API if the driver file names its hosts. */
final class RedpandaAdmin extends KafkaDriverAdmin {
    private final List<URI> hosts;
    private final Optional<AdminApi> api;
    private final boolean ownTruststore;

    RedpandaAdmin(Admin client, DriverConfig config, String system, TopicPromises promises) {
        super(client, config, system, promises);
        Optional<AdminSettings> settings = AdminSettings.of(config);
        this.hosts = settings.map(AdminSettings::hosts).orElse(List.of());
        this.api = settings.map(AdminApi::new);
        this.ownTruststore = settings.flatMap(AdminSettings::truststore).isPresent();
    }

    @Override
    public Optional<ClusterSettings> clusterSettings() {
        return api.map(RedpandaClusterSettings::new);
    }

    /** Returns the metrics endpoint of each broker that the driver file names. */
    @Override
    public List<URI> metricsEndpoints(Duration within) {
        if (ownTruststore) {
            throw new DriverException("metrics of hosts with a truststore of their own (adminTruststore) are not read:"
                    + " name endpoints that need none in brokerMetrics");
        }
        return hosts.stream().map(host -> host.resolve("/public_metrics")).toList();
    }

    /** Returns the brokers of the metadata without those that the admin API reports as not alive. */
    @Override
    public List<BrokerNode> brokers(Duration within) {
        List<BrokerNode> listed = super.brokers(within);
        Set<Integer> dead = api.map(answering -> dead(answering, within)).orElse(Set.of());
        return listed.stream().filter(broker -> !dead.contains(broker.id())).toList();
    }

    private static Set<Integer> dead(AdminApi api, Duration within) {
        Set<Integer> dead = new HashSet<>();
        try {
            for (JsonNode broker : api.get("/v1/brokers", new AnswerDeadline(within))) {
                if (!broker.path("is_alive").asBoolean(true)) {
                    dead.add(broker.path("node_id").asInt());
                }
            }
        } catch (DriverException e) {
            // The metadata decides alone.
            return Set.of();
        }
        return dead;
    }

    @Override
    protected Map<String, String> ownFacts(AnswerDeadline deadline) {
        return api.map(answering -> new RedpandaFacts(answering, deadline).read())
                .orElse(Map.of());
    }
}

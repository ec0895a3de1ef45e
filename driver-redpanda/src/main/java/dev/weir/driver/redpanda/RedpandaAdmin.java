package dev.weir.driver.redpanda;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.driver.admin.BrokerNode;
import dev.weir.driver.admin.ClusterSettings;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.admin.KafkaDriverAdmin;
import dev.weir.driver.kafka.client.AnswerDeadline;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;

/** Kafka's administration, extended by the admin API if the driver file names its hosts. */
final class RedpandaAdmin extends KafkaDriverAdmin {
    static final String SYSTEM = "Redpanda";

    private final Optional<AdminSettings> settings;
    private final Optional<AdminApi> api;

    RedpandaAdmin(Admin client, DriverConfig config) {
        super(client, config, SYSTEM, new RedpandaPromises());
        this.settings = AdminSettings.of(config);
        this.api = settings.map(AdminApi::new);
    }

    @Override
    public Optional<ClusterSettings> clusterSettings() {
        return api.map(RedpandaClusterSettings::new);
    }

    @Override
    public List<URI> metricsEndpoints(Duration within) {
        if (settings.flatMap(AdminSettings::truststore).isPresent()) {
            throw new DriverException("metrics of hosts with a truststore of their own (adminTruststore) are not read:"
                    + " name endpoints that need none in brokerMetrics");
        }
        return settings.map(AdminSettings::hosts).orElse(List.of()).stream()
                .map(host -> host.resolve("/public_metrics"))
                .toList();
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

    /**
     * Facts about a cluster from the admin API, in addition to those of Kafka's protocol. Each has a request of its own.
     */
    record RedpandaFacts(AdminApi api, AnswerDeadline deadline, Map<String, String> facts) {
        /**
         * Cluster properties that decide what an acknowledgement promises or what a topic costs, for topics without
         * settings of their own.
         */
        private static final List<String> PROPERTIES = List.of("""
                default_topic_replications log_retention_ms log_segment_size minimum_topic_replications
                raft_replica_max_flush_delay_ms raft_replica_max_pending_flush_bytes retention_bytes
                write_caching_default""".split("\\s+"));

        RedpandaFacts(AdminApi api, AnswerDeadline deadline) {
            this(api, deadline, new TreeMap<>());
        }

        Map<String, String> read() {
            ask("/v1/brokers", this::brokers);
            if (facts.containsKey("redpanda.adminApi")) {
                // A system that does not report its brokers reports nothing else, and each request would wait.
                return facts;
            }
            ask("/v1/cluster/health_overview", this::health);
            ask("/v1/features/license", this::licence);
            ask("/v1/cluster_config/schema", this::properties);
            return facts;
        }

        private void properties(JsonNode schema) {
            var names = RedpandaClusterSettings.ConfigSchema.of(schema);
            ask(
                    "/v1/cluster_config?include_defaults=true",
                    all -> PROPERTIES.stream()
                            .flatMap(name -> names.resolve(name).stream())
                            .forEach(own -> facts.put("broker." + own, RedpandaClusterSettings.text(all.path(own)))));
        }

        private void ask(String path, Consumer<JsonNode> read) {
            try {
                read.accept(api.get(path, deadline));
            } catch (DriverException e) {
                // A version may lack it; but if nothing answers at all, the result states that.
                facts.putIfAbsent("redpanda.adminApi", String.valueOf(e.getMessage()));
            }
        }

        private void brokers(JsonNode brokers) {
            var versions = new TreeSet<String>();
            var states = new TreeSet<String>();
            int cores = 0;
            for (JsonNode broker : brokers) {
                String version = broker.path("version").asText();
                if (!version.isBlank()) {
                    versions.add(version);
                }
                cores += broker.path("num_cores").asInt();
                boolean alive = broker.path("is_alive").asBoolean(true);
                states.add(alive ? broker.path("membership_status").asText() : "not alive");
            }
            if (!versions.isEmpty()) {
                facts.put(KafkaDriverAdmin.REDPANDA_VERSION, String.join(", ", versions));
            }
            facts.put("redpanda.cores", Integer.toString(cores));
            facts.put("redpanda.brokerStates", String.join(", ", states));
        }

        private void health(JsonNode health) {
            boolean healthy = health.path("is_healthy").asBoolean();
            facts.put("redpanda.healthy", healthy ? "true" : "false: " + reasons(health));
        }

        /** Returns why a cluster is not healthy. Early versions, such as 23.1, list only what is affected. */
        private static String reasons(JsonNode health) {
            JsonNode reasons = health.path("unhealthy_reasons");
            return reasons.isArray()
                    ? reasons.toString()
                    : Stream.of("nodes_down", "leaderless_partitions", "under_replicated_partitions")
                            .filter(list -> !health.path(list).isEmpty())
                            .map(list -> health.path(list).size() + " " + list)
                            .collect(Collectors.joining(", "));
        }

        private void licence(JsonNode answer) {
            JsonNode licence = answer.path("license");
            facts.put(
                    "redpanda.license",
                    answer.path("loaded").asBoolean() ? licence.path("type").asText("loaded") : "none");
        }
    }
}

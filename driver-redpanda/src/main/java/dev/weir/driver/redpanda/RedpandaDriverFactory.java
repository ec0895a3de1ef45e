package dev.weir.driver.redpanda;

import dev.weir.driver.Capability;
import dev.weir.driver.Driver;
import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.HostAccess;
import dev.weir.driver.durability.Durability;
import dev.weir.driver.embedded.EmbeddedClusters;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.KafkaDriver;
import dev.weir.driver.kafka.KafkaDriverFactory;
import dev.weir.driver.kafka.admin.KafkaDriverAdmin;
import dev.weir.driver.kafka.config.ClientKind;
import dev.weir.driver.kafka.config.ClientProperties.GroupProtocol;
import dev.weir.driver.kafka.config.ClientView;
import dev.weir.driver.kafka.config.ConfigCheck;
import dev.weir.driver.kafka.config.FeatureNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.Admin;

/** The driver {@code redpanda}: Kafka's clients with Redpanda's administration, settings and promises. */
public final class RedpandaDriverFactory extends KafkaDriverFactory {
    /** Topic properties in addition to Kafka's. Source: Redpanda's reference of topic properties, version 25. */
    private static final Set<String> TOPIC_PROPERTIES = Set.of("""
            flush.bytes initial.retention.local.target.bytes initial.retention.local.target.ms redpanda.iceberg.mode
            redpanda.key.schema.id.validation redpanda.leaders.preference redpanda.remote.delete redpanda.remote.read
            redpanda.remote.readreplica redpanda.remote.recovery redpanda.remote.write
            redpanda.value.schema.id.validation retention.local.target.bytes retention.local.target.ms
            write.caching""".split("\\s+"));

    @Override
    public String name() {
        return "redpanda";
    }

    @Override
    public Set<String> aliases() {
        // Redpanda's branch has classes for topologies and transactions, which are options and fields in Weir.
        return Set.of(
                "io.openmessaging.benchmark.driver.redpanda.RedpandaBenchmarkDriver",
                "io.openmessaging.benchmark.driver.redpanda.swarm.RedpandaBenchmarkDriver",
                "io.openmessaging.benchmark.driver.redpanda.tx.RedpandaBenchmarkDriver");
    }

    @Override
    public List<ConfigProblem> problems(DriverConfig config) {
        List<ConfigProblem> problems = new ArrayList<>(ConfigCheck.problems(config, TOPIC_PROPERTIES));
        problems.addAll(AdminSettings.problems(config));
        problems.addAll(FeatureNames.refused(config, RedpandaAdmin.SYSTEM));
        GroupProtocol.refused(config, RedpandaAdmin.SYSTEM).ifPresent(problems::add);
        return problems;
    }

    @Override
    public Set<String> documentedProperties() {
        var names = new TreeSet<>(super.documentedProperties());
        names.addAll(TOPIC_PROPERTIES);
        return Collections.unmodifiableSet(names);
    }

    @Override
    public Map<String, String> settings() {
        var fields = new TreeMap<>(AdminSettings.FIELDS);
        fields.putAll(ClientKind.FIELDS);
        return fields;
    }

    /**
     * Returns the configuration without the settings of the admin API and of the cluster, which producers and consumers do
     * not need.
     */
    @Override
    public DriverConfig forClients(DriverConfig config) {
        Map<String, String> others = new TreeMap<>(config.settings());
        others.keySet().removeAll(AdminSettings.FIELDS.keySet());
        return config.withClusterConfig(Map.of()).withSettings(others);
    }

    @Override
    public List<HostAccess> hostAccess(DriverConfig config) {
        List<HostAccess> access = new ArrayList<>(super.hostAccess(config));
        access.addAll(AdminSettings.hostAccess(config));
        return access;
    }

    /** Those of Kafka, but for share groups, which Redpanda does not have, and settings without an admin API. */
    @Override
    public Set<Capability> capabilities(DriverConfig config) {
        Set<Capability> capabilities = EnumSet.copyOf(super.capabilities(config));
        capabilities.remove(Capability.SHARE_GROUPS);
        if (AdminSettings.of(config).isEmpty()) {
            capabilities.remove(Capability.CLUSTER_SETTINGS);
        }
        return capabilities;
    }

    @Override
    public Durability durability(DriverConfig config) {
        return new ClientView(config).durability(new RedpandaPromises());
    }

    @Override
    public Driver open(DriverConfig config) {
        return new RedpandaDriver(config);
    }

    /** None, because Redpanda is not a library. */
    @Override
    public Optional<EmbeddedClusters> embedded() {
        return Optional.empty();
    }

    private static final class RedpandaDriver extends KafkaDriver {
        RedpandaDriver(DriverConfig config) {
            super(config, RedpandaAdmin.SYSTEM, new RedpandaPromises());
        }

        @Override
        protected KafkaDriverAdmin administration(Admin client, DriverConfig config) {
            try {
                return new RedpandaAdmin(client, config);
            } catch (DriverException e) {
                client.close(Duration.ZERO);
                throw e;
            }
        }
    }
}

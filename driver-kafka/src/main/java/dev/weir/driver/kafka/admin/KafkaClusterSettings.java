package dev.weir.driver.kafka.admin;

import dev.weir.driver.admin.ClusterSetting;
import dev.weir.driver.admin.ClusterSettings;
import dev.weir.driver.config.NearestName;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.client.AnswerDeadline;
import dev.weir.driver.kafka.client.FinalizedFeatures;
import dev.weir.driver.kafka.config.FeatureNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.AlterConfigOp.OpType;
import org.apache.kafka.clients.admin.AlterConfigsOptions;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ConfigEntry.ConfigSource;
import org.apache.kafka.clients.admin.DescribeConfigsOptions;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;
import org.jspecify.annotations.Nullable;

/**
 * Kafka's cluster-wide dynamic broker settings, which override those of each broker's file, and the versions of its
 * features ({@link FeatureNames}). A setting of a single broker overrides the cluster's, so such a setting cannot be
 * changed here.
 */
public record KafkaClusterSettings(Admin admin) implements ClusterSettings {
    private static final ConfigResource ALL = new ConfigResource(ConfigResource.Type.BROKER, "");

    @Override
    public String clusterId(Duration within) {
        var deadline = new AnswerDeadline(within);
        return "kafka-"
                + deadline.get("read the cluster's id", deadline.cluster(admin).clusterId());
    }

    @Override
    public Map<String, ClusterSetting> read(Collection<String> names, Duration within) {
        var deadline = new AnswerDeadline(within);
        List<String> features = names.stream().filter(FeatureNames::isFeature).toList();
        List<String> configs =
                names.stream().filter(name -> !features.contains(name)).toList();
        Map<String, ClusterSetting> read = new TreeMap<>();
        List<String> refused = new ArrayList<>();
        if (!features.isEmpty()) {
            try {
                read.putAll(new FinalizedFeatures(admin, deadline).read(features, refused));
            } catch (ExecutionException e) {
                throw AnswerDeadline.failure("read the cluster's features", e);
            }
        }
        if (!configs.isEmpty()) {
            var now = settings(deadline);
            configs.forEach(name ->
                    now.refusal(name).ifPresentOrElse(refused::add, () -> read.put(name, now.of(name))));
        }
        if (!refused.isEmpty()) {
            throw new DriverException("clusterConfig: " + String.join("; ", refused));
        }
        return read;
    }

    @Override
    public void change(Map<String, String> values, Set<String> defaults, Duration within) {
        var deadline = new AnswerDeadline(within);
        Map<String, String> features = new TreeMap<>(values);
        features.keySet().removeIf(name -> !FeatureNames.isFeature(name));
        Map<String, String> configs = new TreeMap<>(values);
        configs.keySet().removeAll(features.keySet());
        if (!features.isEmpty()) {
            try {
                new FinalizedFeatures(admin, deadline).change(features);
            } catch (ExecutionException e) {
                throw AnswerDeadline.failure("change the cluster's features", e);
            }
        }
        if (!configs.isEmpty() || !defaults.isEmpty()) {
            changeConfigs(configs, defaults, deadline);
        }
    }

    private void changeConfigs(Map<String, String> values, Set<String> defaults, AnswerDeadline deadline) {
        List<AlterConfigOp> changes = new ArrayList<>();
        values.forEach((name, value) -> changes.add(new AlterConfigOp(new ConfigEntry(name, value), OpType.SET)));
        defaults.forEach(name -> changes.add(new AlterConfigOp(new ConfigEntry(name, ""), OpType.DELETE)));
        var answer = admin.incrementalAlterConfigs(Map.of(ALL, changes), deadline.limit(new AlterConfigsOptions()));
        deadline.get("change the cluster's settings", answer.all());
        while (true) {
            List<String> missing = settings(deadline).missing(values, defaults);
            if (missing.isEmpty()) {
                return;
            }
            deadline.pause("brokers without the new settings: " + String.join("; ", missing));
        }
    }

    private Snapshot settings(AnswerDeadline deadline) {
        Collection<Node> nodes =
                deadline.get("list the brokers", deadline.cluster(admin).nodes());
        List<ConfigResource> resources = new ArrayList<>(List.of(ALL));
        nodes.forEach(node -> resources.add(new ConfigResource(ConfigResource.Type.BROKER, node.idString())));
        Map<ConfigResource, Config> answer = new TreeMap<>((a, b) -> a.name().compareTo(b.name()));
        var options = deadline.limit(new DescribeConfigsOptions().includeSynonyms(true));
        answer.putAll(deadline.get(
                "read the cluster's settings",
                admin.describeConfigs(resources, options).all()));
        Config all = Objects.requireNonNull(answer.remove(ALL));
        return new Snapshot(all, answer);
    }

    /**
     * All settings at one time.
     *
     * @param all settings of the whole cluster
     * @param brokers effective settings of each broker
     */
    private record Snapshot(Config all, Map<ConfigResource, Config> brokers) {

        Optional<String> refusal(String name) {
            for (var each : brokers.entrySet()) {
                String broker = each.getKey().name();
                ConfigEntry entry = each.getValue().get(name);
                if (entry == null) {
                    List<String> names = each.getValue().entries().stream()
                            .map(ConfigEntry::name)
                            .toList();
                    return Optional.of(name + " is no setting of broker " + broker + NearestName.advice(name, names));
                }
                if (entry.isReadOnly()) {
                    return Optional.of(name + " cannot be changed while brokers run: set it in their"
                            + " server.properties, and start them again");
                }
                if (entry.isSensitive()) {
                    return Optional.of(name + " is a secret, which could not be put back");
                }
                if (entry.synonyms().stream()
                        .anyMatch(of -> of.source() == ConfigSource.DYNAMIC_BROKER_CONFIG
                                && of.name().equals(name))) {
                    return Optional.of(name + " is set for broker " + broker + " by itself, which goes before the"
                            + " cluster's: remove it there with kafka-configs.sh");
                }
            }
            return Optional.empty();
        }

        ClusterSetting of(String name) {
            ConfigEntry set = all.get(name);
            if (isOfCluster(set)) {
                return new ClusterSetting(name, String.valueOf(set.value()), false);
            }
            // Each broker has its own file, and these can differ.
            var values = new TreeSet<String>();
            brokers.values()
                    .forEach(each -> values.add(String.valueOf(
                            Objects.requireNonNull(each.get(name)).value())));
            return new ClusterSetting(name, String.join(" and ", values), true);
        }

        List<String> missing(Map<String, String> values, Set<String> defaults) {
            List<String> missing = new ArrayList<>();
            brokers.forEach((broker, config) -> {
                values.forEach((name, value) -> {
                    ConfigEntry entry = config.get(name);
                    if (!isOfCluster(entry) || !TopicReadBack.isSame(value, String.valueOf(entry.value()))) {
                        missing.add(described(broker, name, entry) + ", not " + value);
                    }
                });
                defaults.forEach(name -> {
                    ConfigEntry entry = config.get(name);
                    if (isOfCluster(entry)) {
                        missing.add(described(broker, name, entry) + ", not the default");
                    }
                });
            });
            return missing;
        }

        private static String described(ConfigResource broker, String name, @Nullable ConfigEntry entry) {
            return "broker " + broker.name() + " has " + name + " " + (entry == null ? "not at all" : entry.value());
        }

        private static boolean isOfCluster(@Nullable ConfigEntry entry) {
            return entry != null && entry.source() == ConfigSource.DYNAMIC_DEFAULT_BROKER_CONFIG;
        }
    }
}

package dev.weir.driver.kafka.client;

import dev.weir.driver.admin.ClusterSetting;
import dev.weir.driver.config.NearestName;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.config.FeatureNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeFeaturesOptions;
import org.apache.kafka.clients.admin.FeatureMetadata;
import org.apache.kafka.clients.admin.FeatureUpdate;
import org.apache.kafka.clients.admin.FeatureUpdate.UpgradeType;
import org.apache.kafka.clients.admin.SupportedVersionRange;
import org.apache.kafka.clients.admin.UpdateFeaturesOptions;
import org.apache.kafka.common.Node;

/** Reads and changes the versions of features that a cluster has finalized. Used by one thread. */
public record FinalizedFeatures(Admin admin, AnswerDeadline deadline) {
    public Map<String, Integer> finalized() throws ExecutionException {
        return finalized(described(new DescribeFeaturesOptions()));
    }

    private static Map<String, Integer> finalized(FeatureMetadata described) {
        Map<String, Integer> versions = new TreeMap<>();
        described.finalizedFeatures().forEach((name, range) -> versions.put(name, (int) range.maxVersionLevel()));
        return versions;
    }

    /**
     * Returns features as settings of the cluster.
     *
     * @param settings with {@link FeatureNames#PREFIX}
     * @param refused receives why one cannot be changed
     */
    public Map<String, ClusterSetting> read(List<String> settings, List<String> refused) throws ExecutionException {
        FeatureMetadata described = described(new DescribeFeaturesOptions());
        Map<String, Integer> versions = finalized(described);
        Map<String, ClusterSetting> read = new TreeMap<>();
        for (String setting : settings) {
            String version = String.valueOf(versions.getOrDefault(name(setting), 0));
            refusal(setting, described.supportedFeatures())
                    .ifPresentOrElse(
                            refused::add, () -> read.put(setting, new ClusterSetting(setting, version, false)));
        }
        return read;
    }

    private static Optional<String> refusal(String setting, Map<String, SupportedVersionRange> supported) {
        if (FeatureNames.ONLY_RAISED.contains(name(setting))) {
            return Optional.of(setting + " cannot be lowered again after the run");
        }
        if (supported.containsKey(name(setting))) {
            return Optional.empty();
        }
        List<String> all = supported.keySet().stream()
                .filter(name -> !FeatureNames.ONLY_RAISED.contains(name))
                .map(FeatureNames.PREFIX::concat)
                .sorted()
                .toList();
        return Optional.of(setting + " is no feature of the brokers, which have "
                + (all.isEmpty() ? "none that can be changed" : String.join(", ", all))
                + NearestName.advice(setting, all));
    }

    /** Changes features, and returns when each broker has the new versions. */
    public void change(Map<String, String> settings) throws ExecutionException {
        FeatureMetadata described = described(new DescribeFeaturesOptions());
        Map<String, Integer> now = finalized(described);
        Map<String, Integer> wanted = new TreeMap<>();
        Map<String, FeatureUpdate> updates = new TreeMap<>();
        settings.forEach((setting, text) -> {
            int version = version(setting, text, described.supportedFeatures());
            int before = now.getOrDefault(name(setting), 0);
            wanted.put(name(setting), version);
            if (version != before) {
                var type = version > before ? UpgradeType.UPGRADE : UpgradeType.SAFE_DOWNGRADE;
                updates.put(name(setting), new FeatureUpdate((short) version, type));
            }
        });
        if (!updates.isEmpty()) {
            var change = admin.updateFeatures(updates, deadline.limit(new UpdateFeaturesOptions()));
            deadline.await("change features", change.all());
        }
        for (var missing = missing(wanted); !missing.isEmpty(); missing = missing(wanted)) {
            deadline.pause("brokers without the new features: " + String.join("; ", missing));
        }
    }

    private static int version(String setting, String text, Map<String, SupportedVersionRange> supported) {
        SupportedVersionRange range = supported.get(name(setting));
        int least = range == null ? 0 : range.minVersion();
        int most = range == null ? 0 : range.maxVersion();
        String version = text.strip();
        if (!version.matches("[0-9]{1,4}") || Integer.parseInt(version) > most || Integer.parseInt(version) < least) {
            throw new DriverException("clusterConfig: " + setting + " must be in [" + least + ", " + most
                    + "] on these brokers, got " + version);
        }
        return Integer.parseInt(version);
    }

    private List<String> missing(Map<String, Integer> wanted) throws ExecutionException {
        List<String> missing = new ArrayList<>();
        Collection<Node> brokers =
                deadline.await("list the brokers", deadline.cluster(admin).nodes());
        for (Node broker : brokers) {
            Map<String, Integer> has = finalized(described(new DescribeFeaturesOptions().nodeId(broker.id())));
            wanted.forEach((name, version) -> {
                int now = has.getOrDefault(name, 0);
                if (now != version) {
                    String text = " has " + FeatureNames.PREFIX + name + " " + now;
                    missing.add("broker " + broker.id() + text + ", not " + version);
                }
            });
        }
        return missing;
    }

    private FeatureMetadata described(DescribeFeaturesOptions options) throws ExecutionException {
        var answer = admin.describeFeatures(deadline.limit(options)).featureMetadata();
        return deadline.await("describe the features", answer);
    }

    private static String name(String setting) {
        return setting.substring(FeatureNames.PREFIX.length());
    }
}

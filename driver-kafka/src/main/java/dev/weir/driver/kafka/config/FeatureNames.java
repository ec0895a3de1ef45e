package dev.weir.driver.kafka.config;

import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.NearestName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Features of a cluster as a driver file's {@code clusterConfig} names them: {@code feature.transaction.version=2}. Results
 * name them the same way.
 */
public final class FeatureNames {
    /** Before the name that Kafka has for a feature. */
    public static final String PREFIX = "feature.";

    /** A cluster that has raised one of these cannot go back to what it was. */
    public static final Set<String> ONLY_RAISED = Set.of("kraft.version", "metadata.version");

    /** The highest version of each feature that the embedded Kafka can be given; the lowest is 0. */
    static final Map<String, Integer> OF_EMBEDDED = new TreeMap<>(Map.of(
            "eligible.leader.replicas.version", 1,
            "group.version", 1,
            "share.version", 1,
            "streams.version", 1,
            "transaction.version", 2));

    private FeatureNames() {}

    /** Whether a setting of the cluster is a feature. */
    public static boolean isFeature(String setting) {
        return setting.startsWith(PREFIX);
    }

    /** What is wrong with a file's features, as far as that is known without a cluster. */
    static List<ConfigProblem> problems(DriverConfig config) {
        List<ConfigProblem> problems = new ArrayList<>();
        config.clusterConfig().forEach((setting, version) -> {
            String name = setting.replaceFirst("^" + PREFIX.replace(".", "\\."), "");
            if (isFeature(setting) && ONLY_RAISED.contains(name)) {
                problems.add(problem(setting, setting + " cannot be lowered again after the run: remove it"));
            } else if (isFeature(setting) && !version.strip().matches("[0-9]{1,4}")) {
                problems.add(problem(
                        setting,
                        setting + " must be the version of the feature, a whole number, 0 for none, got " + version));
            }
        });
        return problems;
    }

    /** What is wrong with them on the embedded Kafka. */
    static List<ConfigProblem> problemsOnEmbedded(DriverConfig config) {
        List<ConfigProblem> problems = new ArrayList<>();
        config.clusterConfig().forEach((setting, version) -> {
            String name = isFeature(setting) ? setting.substring(PREFIX.length()) : "";
            Integer highest = OF_EMBEDDED.get(name);
            if (!isFeature(setting) || ONLY_RAISED.contains(name)) {
                return;
            }
            if (highest == null) {
                problems.add(problem(
                        setting,
                        setting + " is no feature of the embedded Kafka, which has "
                                + OF_EMBEDDED.keySet().stream()
                                        .map(PREFIX::concat)
                                        .collect(Collectors.joining(", "))
                                + NearestName.advice(
                                        setting,
                                        OF_EMBEDDED.keySet().stream()
                                                .map(PREFIX::concat)
                                                .toList())));
            } else if (version.strip().matches("[0-9]{1,4}") && Integer.parseInt(version.strip()) > highest) {
                problems.add(problem(
                        setting,
                        setting + " must be in [0, " + highest + "] on the embedded Kafka, got " + version.strip()));
            }
        });
        return problems;
    }

    /** Refuses each feature of a file for a system that has none of them. */
    public static List<ConfigProblem> refused(DriverConfig config, String system) {
        return config.clusterConfig().keySet().stream()
                .filter(FeatureNames::isFeature)
                .map(setting -> problem(
                        setting,
                        setting + " is a feature of Apache Kafka, which " + system + " does not have: remove it"))
                .toList();
    }

    private static ConfigProblem problem(String setting, String message) {
        return new ConfigProblem("clusterConfig", setting, message);
    }
}

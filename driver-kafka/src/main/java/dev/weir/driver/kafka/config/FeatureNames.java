package dev.weir.driver.kafka.config;

import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.NearestName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Names of a cluster's features in a driver file's {@code clusterConfig}: {@code feature.transaction.version=2}.
 * Results use the same names.
 */
public final class FeatureNames {
    public static final String PREFIX = "feature.";

    /** A cluster that has raised one of these cannot lower it again. */
    public static final Set<String> ONLY_RAISED = Set.of("kraft.version", "metadata.version");

    /** Highest version of each feature that the embedded Kafka supports; the lowest is 0. */
    static final Map<String, Integer> OF_EMBEDDED = new TreeMap<>(Map.of(
            "eligible.leader.replicas.version", 1,
            "group.version", 1,
            "share.version", 1,
            "streams.version", 1,
            "transaction.version", 2));

    private FeatureNames() {}

    public static boolean isFeature(String setting) {
        return setting.startsWith(PREFIX);
    }

    static List<ConfigProblem> problems(DriverConfig config) {
        List<ConfigProblem> problems = new ArrayList<>();
        config.clusterConfig().forEach((setting, version) -> {
            String name = setting.replaceFirst("^" + PREFIX.replace(".", "\\."), "");
            if (isFeature(setting) && ONLY_RAISED.contains(name)) {
                problems.add(problem(setting, setting + " cannot be lowered again after the run: remove it"));
            } else if (isFeature(setting) && !version.strip().matches("[0-9]{1,4}")) {
                String message = " must be the version of the feature, a whole number, 0 for none, got " + version;
                problems.add(problem(setting, setting + message));
            }
        });
        return problems;
    }

    static List<ConfigProblem> problemsOnEmbedded(DriverConfig config) {
        List<ConfigProblem> problems = new ArrayList<>();
        List<String> all = OF_EMBEDDED.keySet().stream().map(PREFIX::concat).toList();
        config.clusterConfig().forEach((setting, version) -> {
            String name = isFeature(setting) ? setting.substring(PREFIX.length()) : "";
            Integer highest = OF_EMBEDDED.get(name);
            if (!isFeature(setting) || ONLY_RAISED.contains(name)) {
                return;
            }
            if (highest == null) {
                String has = " is no feature of the embedded Kafka, which has " + String.join(", ", all);
                problems.add(problem(setting, setting + has + NearestName.advice(setting, all)));
            } else if (version.strip().matches("[0-9]{1,4}") && Integer.parseInt(version.strip()) > highest) {
                String range = " must be in [0, " + highest + "] on the embedded Kafka, got ";
                problems.add(problem(setting, setting + range + version.strip()));
            }
        });
        return problems;
    }

    public static List<ConfigProblem> refused(DriverConfig config, String system) {
        String message = " is a feature of Apache Kafka, which " + system + " does not have: remove it";
        var features = config.clusterConfig().keySet().stream().filter(FeatureNames::isFeature);
        return features.map(setting -> problem(setting, setting + message)).toList();
    }

    private static ConfigProblem problem(String setting, String message) {
        return new ConfigProblem("clusterConfig", setting, message);
    }
}

package dev.weir.driver.kafka.config;

import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.embedded.EmbeddedClusters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Settings of a driver file for the Kafka that is started for it. */
public final class EmbeddedSettings {
    static final String LATENCY = "remoteStoreLatencyMillis";
    static final String BANDWIDTH = "remoteStoreBytesPerSecond";
    private static final String REMOTE_STORAGE = "remote.storage.enable";
    private static final long MAX_LATENCY = 60_000;
    private static final long MAX_BANDWIDTH = 1_000_000_000_000L;

    /** Fields of driver files: name to meaning. */
    public static final Map<String, String> FIELDS = Map.of(
            EmbeddedClusters.FIELD,
            "true: runs start a Kafka on this host, as -d embedded does, and the file needs no bootstrap.servers",
            LATENCY,
            "for the embedded Kafka with tiered storage: milliseconds that each read request to its remote store "
                    + "takes before the first byte",
            BANDWIDTH,
            "for the embedded Kafka with tiered storage: bytes per second that all reads of a broker from its "
                    + "remote store share; no limit if absent");

    private EmbeddedSettings() {}

    /**
     * A remote store.
     *
     * @param latencyMillis latency of each read request before its first byte, in [0, 60000]
     * @param bytesPerSecond bandwidth that all reads of a broker share, at least 1; 0: no limit
     */
    public record RemoteStore(long latencyMillis, long bytesPerSecond) {}

    /** Returns the requested remote store of tiered storage, for a configuration without {@link #problems}. */
    public static Optional<RemoteStore> remoteStore(DriverConfig config) {
        Map<String, String> settings = config.settings();
        return settings.containsKey(LATENCY) || settings.containsKey(BANDWIDTH)
                ? Optional.of(new RemoteStore(
                        Long.parseLong(settings.getOrDefault(LATENCY, "0").strip()),
                        Long.parseLong(settings.getOrDefault(BANDWIDTH, "0").strip())))
                : Optional.empty();
    }

    static List<ConfigProblem> problems(DriverConfig config) {
        Map<String, String> settings = config.settings();
        List<ConfigProblem> problems = new ArrayList<>();
        String embedded = settings.getOrDefault(EmbeddedClusters.FIELD, "false").strip();
        if (!embedded.equals("true") && !embedded.equals("false")) {
            problems.add(problem(EmbeddedClusters.FIELD, " must be true or false, got " + embedded));
        }
        number(LATENCY, 0, MAX_LATENCY, settings).ifPresent(problems::add);
        number(BANDWIDTH, 1, MAX_BANDWIDTH, settings).ifPresent(problems::add);
        if (!EmbeddedClusters.isAskedFor(config)) {
            for (String field : List.of(LATENCY, BANDWIDTH)) {
                if (settings.containsKey(field)) {
                    String message = " is a setting of the embedded Kafka alone: add embedded: true, or remove it";
                    problems.add(problem(field, message));
                }
            }
            return problems;
        }
        String remote = config.topics().properties().getOrDefault(REMOTE_STORAGE, "false");
        if (remote.strip().equals("true") && !settings.containsKey(LATENCY) && !settings.containsKey(BANDWIDTH)) {
            String message = REMOTE_STORAGE + " needs a remote store: add " + LATENCY + " or " + BANDWIDTH;
            problems.add(new ConfigProblem("topicConfig", REMOTE_STORAGE, message));
        }
        problems.addAll(FeatureNames.problemsOnEmbedded(config));
        return problems;
    }

    private static Optional<ConfigProblem> number(String field, long least, long most, Map<String, String> settings) {
        String value = settings.getOrDefault(field, String.valueOf(least)).strip();
        return value.matches("[0-9]{1,15}") && Long.parseLong(value) >= least && Long.parseLong(value) <= most
                ? Optional.empty()
                : Optional.of(problem(field, " must be a whole number in [" + least + ", " + most + "], got " + value));
    }

    private static ConfigProblem problem(String field, String message) {
        return new ConfigProblem(field, "", field + message);
    }
}

package dev.weir.driver.kafka.admin;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A system that is known by its answers. Other systems that support Kafka's protocol stay unknown, and each driver may
 * measure them.
 */
enum KnownSystem {
    KAFKA("Kafka", "kafka"),
    REDPANDA("Redpanda", "redpanda");

    /** Begins the cluster ids of Redpanda, also before the cluster has an id of its own. */
    private static final String REDPANDA_ID = "redpanda.";

    /** What Redpanda reports while it starts for the first time. */
    private static final String NO_ID_YET = "redpanda.initializing";

    /**
     * Kafka's ids are 16 random bytes in Base64. Features do not identify Kafka: servers that imitate its protocol report
     * them, too.
     */
    private static final Pattern KAFKA_ID = Pattern.compile("[A-Za-z0-9_-]{22}");

    private final String title;
    private final String driver;

    KnownSystem(String title, String driver) {
        this.title = title;
        this.driver = driver;
    }

    /** @param clusterId empty if the system reports none */
    static Optional<KnownSystem> of(String clusterId) {
        if (clusterId.startsWith(REDPANDA_ID)) {
            return Optional.of(REDPANDA);
        }
        return KAFKA_ID.matcher(clusterId).matches() ? Optional.of(KAFKA) : Optional.empty();
    }

    static boolean isId(String clusterId) {
        return !clusterId.isEmpty() && !clusterId.equals(NO_ID_YET);
    }

    /** Returns whether a name is that of another known system. Drivers of people's own have names of their own. */
    boolean isNot(String name) {
        return Stream.of(values()).anyMatch(other -> other != this && other.title.equals(name));
    }

    /** Returns its name in results. */
    String title() {
        return title;
    }

    String driver() {
        return driver;
    }
}

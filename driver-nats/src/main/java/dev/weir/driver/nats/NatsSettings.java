package dev.weir.driver.nats;

import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.NearestName;
import dev.weir.driver.exception.DriverException;
import io.nats.client.Options;
import io.nats.client.api.StorageType;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Properties of a driver file, with their defaults. Those of clients can also be in {@code commonConfig}. */
final class NatsSettings {
    private static final String COMMON = "commonConfig";
    private static final String TOPIC = "topicConfig";
    private static final String PRODUCER = "producerConfig";
    private static final String CONSUMER = "consumerConfig";
    /** Limit of a stream, by the server's rules. */
    private static final int MAX_REPLICAS = 5;

    private record Whole(String field, String name, long least, long most, long otherwise) {
        long of(Map<String, String> properties) {
            String text = properties.get(name);
            return text == null ? otherwise : Long.parseLong(text.strip());
        }

        Optional<String> problem(String text) {
            try {
                long number = Long.parseLong(text.strip());
                if (number >= least && number <= most) {
                    return Optional.empty();
                }
            } catch (NumberFormatException e) {
                // It is out of every range.
            }
            return Optional.of(name + " must be a whole number in [" + least + ", " + most + "], got " + text);
        }
    }

    /** {@code nats://host:port,...}; {@code tls://} for encryption with the JVM's own trust store. */
    private static final String SERVERS = "servers";

    private static final String USER = "user";
    private static final String PASSWORD = "password";
    private static final String TOKEN = "token";
    private static final Whole CONNECT_TIMEOUT = new Whole(COMMON, "connectTimeoutMillis", 1, 600_000, 5_000);

    /** {@code file} or {@code memory}. */
    private static final String STORAGE = "storage";
    /** Size limit of a partition, beyond which the oldest messages are deleted. -1: the server's limit. */
    private static final Whole MAX_BYTES = new Whole(TOPIC, "maxBytes", -1, Long.MAX_VALUE, -1);

    /** Messages of a producer that wait for their acknowledgement; sending blocks beyond. */
    private static final Whole MAX_IN_FLIGHT = new Whole(PRODUCER, "maxInFlight", 1, 1_000_000, 1024);
    /** Time after which a message without an acknowledgement has failed. */
    private static final Whole ACK_TIMEOUT = new Whole(PRODUCER, "ackTimeoutMillis", 1, 3_600_000, 10_000);

    /** Messages of a partition that a consumer requests at once. */
    private static final Whole PULL_BATCH = new Whole(CONSUMER, "pullBatch", 2, 1_000, 256);
    /** Time after which the server sends an unacknowledged message again. */
    private static final Whole ACK_WAIT = new Whole(CONSUMER, "ackWaitMillis", 100, 3_600_000, 30_000);

    private static final Map<String, List<String>> TEXTS =
            Map.of(COMMON, List.of(SERVERS, USER, PASSWORD, TOKEN), TOPIC, List.of(STORAGE));
    private static final List<Whole> NUMBERS =
            List.of(CONNECT_TIMEOUT, MAX_BYTES, MAX_IN_FLIGHT, ACK_TIMEOUT, PULL_BATCH, ACK_WAIT);

    private final DriverConfig config;

    /**
     * Reads a configuration that has no {@link #problems}; only the user is checked again.
     *
     * @throws DriverException if {@code servers} contains a user: the client repeats it in the texts of its exceptions
     */
    NatsSettings(DriverConfig config) {
        this.config = config;
        userProblem(servers(config)).ifPresent(message -> {
            throw new DriverException(message);
        });
    }

    static List<ConfigProblem> problems(DriverConfig config) {
        List<ConfigProblem> problems = new ArrayList<>();
        check(COMMON, config.clients().common(), List.of(COMMON, PRODUCER, CONSUMER), problems);
        check(TOPIC, config.topics().properties(), List.of(TOPIC), problems);
        check(PRODUCER, config.clients().producer(), List.of(PRODUCER), problems);
        check(CONSUMER, config.clients().consumer(), List.of(CONSUMER), problems);
        String servers = servers(config);
        userProblem(servers)
                .or(() -> serversProblem(servers))
                .ifPresent(message -> problems.add(new ConfigProblem(COMMON, SERVERS, message)));
        String storage = config.topics().properties().getOrDefault(STORAGE, "file");
        if (!List.of("file", "memory").contains(storage.strip())) {
            problems.add(new ConfigProblem(TOPIC, STORAGE, STORAGE + " must be file or memory, got " + storage));
        }
        int replicas = config.topics().replicationFactor();
        if (config.topics().replicas().orElse(0) < 1 || replicas > MAX_REPLICAS) {
            String message = "must be in [1, " + MAX_REPLICAS + "] for NATS, got " + replicas;
            problems.add(new ConfigProblem("replicationFactor", "", message));
        }
        return List.copyOf(problems);
    }

    private static void check(
            String field, Map<String, String> properties, List<String> kinds, List<ConfigProblem> problems) {
        Map<String, Whole> numbers = new TreeMap<>();
        NUMBERS.stream().filter(each -> kinds.contains(each.field())).forEach(each -> numbers.put(each.name(), each));
        Set<String> names = new TreeSet<>(numbers.keySet());
        kinds.forEach(kind -> names.addAll(TEXTS.getOrDefault(kind, List.of())));
        properties.forEach((name, value) -> {
            Whole number = numbers.get(name);
            if (!names.contains(name)) {
                String known = name + " is not known; there are " + String.join(", ", names);
                problems.add(new ConfigProblem(field, name, known + NearestName.advice(name, names)));
            } else if (number != null) {
                number.problem(value).ifPresent(message -> problems.add(new ConfigProblem(field, name, message)));
            }
        });
    }

    /**
     * Checks for a user without repeating the text and without a URL parser: a password with a slash or a comma makes
     * the URL invalid.
     */
    private static Optional<String> userProblem(String servers) {
        return servers.contains("@")
                ? Optional.of(SERVERS + " must be without a user, since results and messages show them: use the"
                        + " properties " + String.join(", ", USER, PASSWORD, TOKEN))
                : Optional.empty();
    }

    private static Optional<String> serversProblem(String text) {
        for (String server : text.split(",", -1)) {
            try {
                URI uri = new URI(server.strip());
                if (List.of("nats", "tls").contains(String.valueOf(uri.getScheme())) && uri.getHost() != null) {
                    continue;
                }
            } catch (URISyntaxException e) {
                // It does not have the form in the message.
            }
            return Optional.of(SERVERS + " must be nats://HOST:PORT,... or tls://HOST:PORT,..., got "
                    + (text.isBlank() ? "none" : text));
        }
        return Optional.empty();
    }

    String servers() {
        return servers(config);
    }

    private static String servers(DriverConfig config) {
        return config.clients().common().getOrDefault(SERVERS, "");
    }

    /** Returns the options of a connection of that name, which reconnects until it is closed. */
    Options.Builder connection(String name) {
        Map<String, String> properties = config.clients().common();
        var options = new Options.Builder()
                .servers(Stream.of(servers().split(",", -1)).map(String::strip).toArray(String[]::new))
                .connectionName(name)
                .connectionTimeout(Duration.ofMillis(CONNECT_TIMEOUT.of(properties)))
                .maxReconnects(-1)
                // This driver limits messages in flight; the client's own limit would throw instead of waiting.
                .maxMessagesInOutgoingQueue(0);
        String user = properties.get(USER);
        if (user != null) {
            String password = properties.getOrDefault(PASSWORD, "");
            options.userInfo(user.toCharArray(), password.toCharArray());
        }
        String token = properties.get(TOKEN);
        return token == null ? options : options.token(token.toCharArray());
    }

    int replicas() {
        return config.topics().replicationFactor();
    }

    StorageType storage() {
        String storage = config.topics().properties().getOrDefault(STORAGE, "");
        return storage.strip().equals("memory") ? StorageType.Memory : StorageType.File;
    }

    long maxBytes() {
        return MAX_BYTES.of(config.topics().properties());
    }

    int maxInFlight() {
        return (int) MAX_IN_FLIGHT.of(config.clients().effectiveProducer());
    }

    Duration ackTimeout() {
        return Duration.ofMillis(ACK_TIMEOUT.of(config.clients().effectiveProducer()));
    }

    int pullBatch() {
        return (int) PULL_BATCH.of(config.clients().effectiveConsumer());
    }

    Duration ackWait() {
        return Duration.ofMillis(ACK_WAIT.of(config.clients().effectiveConsumer()));
    }
}

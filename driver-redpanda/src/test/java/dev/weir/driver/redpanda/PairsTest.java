package dev.weir.driver.redpanda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.DriverFactory;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.TopicConfig;
import dev.weir.driver.loading.Drivers;
import dev.weir.result.ComparedSystem;
import dev.weir.result.stored.Comparability;
import dev.weir.result.stored.Comparability.Difference;
import dev.weir.workload.file.DriverFile;
import dev.weir.workload.yaml.Problem;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The driver files that are shipped for both systems, under one name: same clients, same promise. */
class PairsTest {
    private static final Path KAFKA = Path.of("..", "driver-kafka", "pairs");
    private static final Path REDPANDA = Path.of("pairs");

    /** What makes the promises equal: of Kafka's topics, and of Redpanda's. */
    private static final Map<String, List<Map<String, String>>> TOPICS = Map.of(
            "acks-0.yaml", List.of(kafka("min.insync.replicas", "1"), Map.of()),
            "acks-1.yaml", List.of(kafka("min.insync.replicas", "1"), Map.of()),
            "acks-all.yaml", List.of(kafka("min.insync.replicas", "2"), Map.of("write.caching", "true")),
            "fsync.yaml",
                    List.of(kafka("min.insync.replicas", "2", "flush.messages", "1"), Map.of("write.caching", "false")),
            "tls.yaml", List.of(kafka("min.insync.replicas", "2"), Map.of("write.caching", "true")),
            "sasl.yaml", List.of(kafka("min.insync.replicas", "2"), Map.of("write.caching", "true")));

    @TempDir
    Path folder;

    /** Whether the operator has something to put into it before it can be used. */
    static boolean hasBlanks(Path file) {
        return Set.of("tls.yaml", "sasl.yaml").contains(file.getFileName().toString());
    }

    static Stream<String> names() throws IOException {
        return names(KAFKA).stream();
    }

    private static Set<String> names(Path place) throws IOException {
        try (Stream<Path> files = Files.list(place)) {
            return files.map(file -> file.getFileName().toString()).collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static Map<String, String> kafka(String... properties) {
        Map<String, String> all = new TreeMap<>(Map.of("unclean.leader.election.enable", "false"));
        for (int i = 0; i < properties.length; i += 2) {
            all.put(properties[i], properties[i + 1]);
        }
        return all;
    }

    /** What the files leave to the clusters is not known before a run; nothing else is in doubt. */
    @ParameterizedTest
    @MethodSource("names")
    void nothingIsUnequalBetweenTheSides(String name) throws IOException {
        Comparability compared = compared(KAFKA.resolve(name), REDPANDA.resolve(name));

        assertThat(compared.of(Difference.Kind.UNEQUAL)).isEmpty();
        assertThat(compared.of(Difference.Kind.UNKNOWN)).allMatch(Difference::isUnknownOfAll);
    }

    @Test
    void otherFilesOfBothSystemsAreComparedByTheirPromises() throws IOException {
        assertThat(compared(KAFKA.resolve("acks-1.yaml"), Path.of("redpanda.yaml"))
                        .of(Difference.Kind.UNEQUAL))
                .extracting(Difference::text)
                .containsExactly("acks 1 | all", "idempotence false | true", "minInsyncReplicas without effect | 2");
    }

    private Comparability compared(Path... files) throws IOException {
        List<ComparedSystem> sides = new ArrayList<>();
        for (Path file : files) {
            DriverConfig config = read(file);
            DriverFactory driver = Drivers.onClassPath().find(config.driver()).orElseThrow();
            sides.add(ComparedSystem.of(config.name(), driver, config, Optional.empty()));
        }
        return Comparability.of(sides, Set.of());
    }

    @Test
    void eachFileHasItsCounterpart() throws IOException {
        assertThat(names(REDPANDA)).isEqualTo(names(KAFKA)).isEqualTo(new TreeSet<>(TOPICS.keySet()));
    }

    @ParameterizedTest
    @MethodSource("names")
    void clientsAndPromisesAreEqual(String name) throws IOException {
        DriverConfig kafka = read(KAFKA.resolve(name));
        DriverConfig redpanda = read(REDPANDA.resolve(name));

        String label = name.substring(0, name.indexOf('.'));
        List<Map<String, String>> topics = Objects.requireNonNull(TOPICS.get(name));
        assertThat(kafka.name()).isEqualTo("Kafka-" + label);
        assertThat(kafka.driver()).isEqualTo("kafka");
        assertThat(kafka.topics().properties()).isEqualTo(topics.get(0));
        // All of it: what is not named here is equal.
        assertThat(redpanda)
                .isEqualTo(new DriverConfig(
                        "Redpanda-" + label,
                        "redpanda",
                        new TopicConfig(
                                kafka.topics().replicationFactor(),
                                kafka.topics().reset(),
                                topics.get(1)),
                        kafka.clients(),
                        kafka.settings()));
    }

    @ParameterizedTest
    @MethodSource("names")
    void theHeadNamesTheCounterpartAndExplainsDifferentTopics(String name) throws IOException {
        List<Map<String, String>> topics = Objects.requireNonNull(TOPICS.get(name));

        String kafka = head(KAFKA.resolve(name));
        assertThat(kafka).contains("driver-redpanda/pairs/" + name);
        assertThat(told(topics.get(0))).allMatch(kafka::contains);
        String redpanda = head(REDPANDA.resolve(name));
        assertThat(redpanda).contains("driver-kafka/pairs/" + name);
        assertThat(told(topics.get(1))).allMatch(redpanda::contains);
    }

    /** A base file and what it adds to it: nothing else can drift. */
    @ParameterizedTest
    @MethodSource("names")
    void whatIsNotInItsNameIsAsInTheFirstPair(String name) throws IOException {
        DriverConfig base = read(KAFKA.resolve("acks-all.yaml"));
        DriverConfig config = read(KAFKA.resolve(name));

        assertThat(config.clients().consumer()).isEqualTo(base.clients().consumer());
        assertThat(others(config.clients().producer(), Set.of("acks", "enable.idempotence")))
                .isEqualTo(others(base.clients().producer(), Set.of("acks")));
        assertThat(config.topics().replicationFactor()).isEqualTo(base.topics().replicationFactor());
    }

    private static Map<String, String> others(Map<String, String> properties, Set<String> names) {
        return properties.entrySet().stream()
                .filter(entry -> !names.contains(entry.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static List<String> told(Map<String, String> properties) {
        return properties.entrySet().stream()
                .map(property -> property.getKey() + "=" + property.getValue() + ": ")
                .toList();
    }

    /** The comment at the head of a file. */
    static String head(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .takeWhile(line -> line.startsWith("#"))
                .map(line -> line.substring(1).strip())
                .collect(Collectors.joining(" "));
    }

    /** The text of a file when the operator has filled in what is the operator's. */
    static String filled(Path file, Path folder) throws IOException {
        Path authority = Files.write(folder.resolve("ca.pem"), new byte[0]);
        return Files.readString(file)
                .replace("CHANGE-ME/ca.pem", authority.toString())
                .replace("CHANGE-ME", "own");
    }

    private DriverConfig read(Path file) throws IOException {
        return read(file, folder);
    }

    /** Reads a file that is filled in, and is without problems then. */
    static DriverConfig read(Path file, Path folder) throws IOException {
        Path filled = Files.writeString(folder.resolve(file.getFileName()), filled(file, folder));
        var problems = new Problems();
        DriverConfig config = DriverFile.read(filled, Drivers.onClassPath(), problems)
                .orElseThrow(() -> new AssertionError(problems.errors()));
        assertThat(problems.warnings()).isEqualTo(Collections.<Problem>emptyList());
        return config;
    }
}

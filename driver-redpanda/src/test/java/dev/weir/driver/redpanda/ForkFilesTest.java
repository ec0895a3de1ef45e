package dev.weir.driver.redpanda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.TopicConfig;
import dev.weir.driver.loading.Drivers;
import dev.weir.workload.file.DriverFile;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Driver files of OMB's branches load and mean the same as there. Settings without effect are named. */
class ForkFilesTest {
    private static final Path FORKS = Path.of("src", "test", "resources", "forks");

    private final Problems problems = new Problems();

    /** A file, and all problems with it as a regular expression. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            redpanda-ack-all-tx-2.yaml | ''
            redpanda-ack-1-swarm.yaml | 21 consumerConfig.group.id: group.id has no effect on topics that Weir creates: each subscription is a group of its own. The consumers of existingTopics join the group, from its committed offsets on
            redpanda-cloud-sasl.yaml | 14 commonConfig.sasl.username: sasl.username is unknown: Weir passes it on unchanged, 15 commonConfig.sasl.password: sasl.password is unknown: Weir passes it on unchanged, 18 commonConfig.enable.ssl.certificate.verification: enable.ssl.certificate.verification is unknown: Weir passes it on unchanged
            redpanda_rf-3_acks-all_linger-1ms_min-req.yaml | 17 producerConfig.max.in.flight.requests.per.connection: .*at most 5[^,]*
            kafka-sync-group-all-1ms.yaml | ''
            kafka-0.yaml | 9 topicConfig.min.insync.replicas: min.insync.replicas 2 has no effect with acks=0: acknowledged messages can be lost with the leader alone
            kafka_sync_ms_1000_rf-3_minisr-2_acks-all_linger-1ms.yaml | ''
            kafka-zone-odd-space.yaml | ''
            """)
    void haveTheListedProblemsOnly(String name, String expected) {
        boolean isRead = DriverFile.read(FORKS.resolve(name), Drivers.onClassPath(), problems)
                .isPresent();

        assertThat(isRead).isEqualTo(problems.errors().isEmpty());
        // Only this file has an error.
        assertThat(isRead).isEqualTo(!name.contains("min-req"));
        assertThat(Stream.concat(problems.errors().stream(), problems.warnings().stream())
                        .map(problem -> problem.line() + " " + problem.field() + ": " + problem.message())
                        .collect(Collectors.joining(", ")))
                .matches(expected);
    }

    @Test
    void refusesTheClassOfTransactionsWithoutTheirSize(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("tx.yaml");
        Files.writeString(file, """
                driverClass: io.openmessaging.benchmark.driver.redpanda.tx.RedpandaBenchmarkDriver
                commonConfig: {bootstrap.servers: 'a:1'}
                """);

        assertThat(DriverFile.read(file, Drivers.onClassPath(), problems)).isEmpty();
        assertThat(problems.errors())
                .singleElement()
                .asString()
                .contains("requestsPerTransaction: must be at least 1 with this class of OMB's, which sends in"
                        + " transactions; or name the driver redpanda");
    }

    @Test
    void asksForTransactionsAndCommitsOffsetsAsOftenAsConfigured() {
        DriverConfig transactional = read("redpanda-ack-all-tx-2.yaml");
        assertThat(transactional.driver()).isEqualTo("redpanda");
        assertThat(transactional.topics()).isEqualTo(new TopicConfig(3, true, Map.of()));
        assertThat(transactional.settings()).containsEntry("requestsPerTransaction", "2");

        DriverConfig config = read("kafka_sync_ms_1000_rf-3_minisr-2_acks-all_linger-1ms.yaml");
        assertThat(config.clients().consumer()).containsEntry("offsetCommitLingerMs", "5000");
        assertThat(config.topics().properties()).isEqualTo(Map.of("min.insync.replicas", "2", "flush.ms", "1000"));
    }

    @Test
    void readsContinuedLinesAndSkipsDisabledOnes() {
        assertThat(read("kafka-zone-odd-space.yaml"))
                .isEqualTo(new DriverConfig(
                        "Kafka zones",
                        "kafka",
                        new TopicConfig(3, false, Map.of("min.insync.replicas", "2")),
                        new ClientConfig(
                                Map.of(
                                        "bootstrap.servers",
                                        "kafka-0.example.org:9092,kafka-1.example.org:9092",
                                        "client.id",
                                        "benchmark-{zone.id}"),
                                Map.of("acks", "all", "linger.ms", "1   "),
                                Map.of("auto.offset.reset", "earliest")),
                        Map.of()));
    }

    @Test
    void linesMayEndAsOnWindows(@TempDir Path folder) throws IOException {
        String name = "kafka-zone-odd-space.yaml";
        Path file = folder.resolve(name);
        Files.writeString(file, String.join("\r\n", Files.readAllLines(FORKS.resolve(name))));

        assertThat(DriverFile.read(file, Drivers.onClassPath(), problems)).contains(read(name));
    }

    private DriverConfig read(String name) {
        var config = DriverFile.read(FORKS.resolve(name), Drivers.onClassPath(), problems);
        assertThat(problems.errors()).isEmpty();
        return config.orElseThrow();
    }
}

package dev.weir.workload.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.TopicConfig;
import dev.weir.workload.yaml.Problem;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Driver files, and changes of a run to them. */
class DriverFileTest {
    private static final String IN_FLIGHT = "max.in.flight.requests.per.connection";

    private static final DriverConfig CONFIG = new DriverConfig(
            "label",
            "redpanda",
            new TopicConfig(1, true, Map.of()),
            new ClientConfig(Map.of("a", "b"), Map.of("acks", "all", IN_FLIGHT, "10"), Map.of()),
            Map.of("adminUrl", "http://a"));

    @TempDir
    Path folder;

    private final Problems problems = new Problems();

    @Test
    void readsAFileOfOmb() throws IOException {
        DriverConfig config = read("""
            name: Redpanda exactly once
            driverClass: io.openmessaging.benchmark.driver.redpanda.RedpandaBenchmarkDriver

            # Kafka client-specific configuration
            replicationFactor: 3
            reset: true

            topicConfig: |
            commonConfig: |
              bootstrap.servers=localhost:9092
              # a comment that ends in a backslash \\
              request.timeout.ms = 120000

            producerConfig: |
              acks=all
              client.id=rack-{zone.id}
              ssl.cipher.suites=A,\\
                  B
            consumerConfig: |
              auto.offset.reset: earliest
              offsetCommitLingerMs=1000
            """);

        assertThat(config)
                .isEqualTo(new DriverConfig(
                        "Redpanda exactly once",
                        "redpanda",
                        new TopicConfig(3, true, Map.of()),
                        new ClientConfig(
                                Map.of("bootstrap.servers", "localhost:9092", "request.timeout.ms", "120000"),
                                Map.of("acks", "all", "client.id", "rack-{zone.id}", "ssl.cipher.suites", "A,B"),
                                Map.of("auto.offset.reset", "earliest", "offsetCommitLingerMs", "1000")),
                        Map.of()));
    }

    @Test
    void readsMappingsAndSettingsOfTheDriver() throws IOException {
        DriverConfig config = read("""
            driver: redpanda
            adminUrl: http://localhost:9644
            topicConfig:
              flush.messages: 1
              compression.type:
            commonConfig:
            """);

        assertThat(config.name()).isEqualTo("driver");
        assertThat(config.topics().replicationFactor()).isEqualTo(1);
        assertThat(config.topics().properties()).isEqualTo(Map.of("flush.messages", "1", "compression.type", ""));
        assertThat(config.settings()).isEqualTo(Map.of("adminUrl", "http://localhost:9644"));
    }

    @Test
    void readsHowTopicsAreNamedAndCreatedOnSharedClusters() throws IOException {
        DriverConfig config = read("""
            driver: redpanda
            adminUrl: a
            replicationFactor: -1
            namePrefix: team.a-
            topicCreationTimeout: 30m
            """);

        assertThat(config.topics().replicas()).isEmpty();
        assertThat(config.topics().replicas(Map.of("broker.default.replication.factor", "3")))
                .hasValue(3);
        assertThat(config.topics().replicas(Map.of("broker.default_topic_replications", "5")))
                .hasValue(5);
        assertThat(config.topics().namePrefix()).isEqualTo("team.a-");
        assertThat(config.topics().creationLimit()).isEqualTo(Duration.ofMinutes(30));
        assertThat(EffectiveFiles.of(config))
                .containsEntry("replicationFactor", -1)
                .containsEntry("namePrefix", "team.a-")
                .containsEntry("topicCreationTimeout", "30m");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "replicationFactor: -2", "replicationFactor: 32768",
                "namePrefix: a b", "namePrefix: ä-",
                "topicCreationTimeout: 0s", "topicCreationTimeout: 25h"
            })
    void refusesOtherNamesAndNumbersOfReplicas(String line) throws IOException {
        assertThat(DriverFile.read(
                        write("driver: redpanda\nadminUrl: a\n" + line + "\n"), FakeDriver.drivers(), problems))
                .isEmpty();
        assertThat(problems.errors()).extracting(Problem::field).containsExactly(line.substring(0, line.indexOf(':')));
    }

    /** The driver is not asked about half a file, as the last one: it would refuse the topicConfig. */
    static Stream<Arguments> wrongFiles() {
        return WrongInputs.rows("", """
            driver: => : driver: is missing; it must be a text: the driver, by its name or by OMB's class name
            driver: kafak => :1: driver: must be one of kafka, redpanda, got kafak; did you mean kafka?
            driver: java.lang.Runtime => :1: driver: must be one of kafka, redpanda, got java.lang.Runtime: Weir has no
                driver of that class; --driver-path adds drivers, OMB's driver jars, too
            name: x\\ndriverClass:
                io.openmessaging.benchmark.driver.pulsar.PulsarBenchmarkDriver\\nclient:\\n  serviceUrl: a\\nproducer: b
                => :2: driverClass: must be one of kafka, redpanda, got
                io.openmessaging.benchmark.driver.pulsar.PulsarBenchmarkDriver: Weir has no driver of that class;
                --driver-path adds drivers, OMB's driver jars, too
            driverClass: io.openmessaging.benchmark.driver.kafka.KafkaBenchmarkDrivr => :1: driverClass: must be one of
                kafka, redpanda, got io.openmessaging.benchmark.driver.kafka.KafkaBenchmarkDrivr; did you mean
                io.openmessaging.benchmark.driver.kafka.KafkaBenchmarkDriver?
            driver: kafka\\ndriverClass: kafka => :2: driverClass: says the same as driver in line 1; keep one
            driver: kafka\\nreplicationFactor: 0 => :2: replicationFactor: must be a whole number in [1, 32767], or -1
                for the brokers' default, got 0
            driver: kafka\\nadminUrl: x => :2: adminUrl: is not a field of a driver file without the jar weir-features;
                add the jar, or remove the field
            driver: kafka\\nrequestsPerTransaction: 2 => :2: requestsPerTransaction: is known, but not supported, got 2;
                remove it or set it to 0: it needs the jar weir-features
            driver: redpanda\\nadminUrls: x => :2: adminUrls: is not a field of a driver file; did you mean adminUrl?
            driver: kafka\\ntopicConfig: [a] => :2: topicConfig: must be a text block ("|") with a line "name=value" for
                each property, or a mapping, got a list
            driver: kafka\\ntopicConfig:\\n  a: [b] => :3: topicConfig: must be a mapping of texts, got a list
            driver: kafka\\nproducerConfig: >\\n  acks=all\\n  linger.ms=1 => :2: producerConfig: joins its lines into
                one; begin the block with | so that each property keeps its line
            driver: kafka\\nproducerConfig: |\\n\\n  # why\\n  acks=all\\n  linger.ms=1\\n  acks=1 => :7:
                producerConfig.acks: is given twice, first in line 5; keep one
            driver: kafka\\nproducerConfig: |\\n  =all => :3: producerConfig: must be "name=value", got a line without a
                name
            driver: kafka\\nproducerConfig: |\\n  acks=all\\n  path=C:\\\\users => :4: producerConfig: must be
                "name=value" in the form of java.util.Properties: Malformed \\uxxxx encoding.
            driver: kafka\\nproducerConfig: |\\n  enable.idempotence=true\\n  max.in.flight.requests.per.connection=10
                => :4: producerConfig.max.in.flight.requests.per.connection: must be at most 5 with idempotence, got 10
            driver: kafka\\ncommonConfig:\\n  max.in.flight.requests.per.connection: 10\\nproducerConfig:
                |\\n  enable.idempotence=true => :3: commonConfig.max.in.flight.requests.per.connection: must be at most
                5 with idempotence, got 10
            driver: kafka\\ntopicConfig: |\\n  a=1\\n  forbidden=1 => :2: topicConfig: must not be here
            driver: kafka\\nclusterConfig: |\\n  a=1 => :2: clusterConfig: the driver kafka cannot change the settings
                of its system; remove it
            namespace: a\\nnumWorkers: 3\\nimage: b\\nports: 1 => : must be a driver file, and has none of its fields:
                it has namespace, numWorkers, image, ...
            image: a\\nredpanda: b\\ndriver: {class: c}\\nproducerConfig: |\\n  acks=1\\nworkload: d => : must be a
                driver file, and most of its fields are unknown: it has image, redpanda, workload
            driver: kafka\\nbrokerMetrics: [http://a:9100, http://a:9100] => :2: brokerMetrics: must list each URL once,
                got http://a:9100/metrics twice
            driver: kafka\\nproducerConfig: |\\n  a=1,\\\\\\n    2\\n  b=1\\n  b=2 => :6: producerConfig.b: is given
                twice, first in line 5; keep one
            name: x\\ndriver: kafka\\ntopicConfig: |\\n  break=1 => :2: driver: the driver kafka fails on this file:
                java.lang.IllegalStateException: I break
            driver: kafka\\ncommonConfig: |\\n  sasl.password=hunter2\\n  sasl.password=hunter3 => :4:
                commonConfig.sasl.password: is given twice, first in line 3; keep one
            driver: kafka\\nconsumerConfg: |\\n  a=1\\ntopicConfig: |\\n  forbidden=1 => :2: consumerConfg: is not a
                field of a driver file; did you mean consumerConfig?
            """);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = "''|: is empty; a driver file holds lines such as \"name: value\"")
    @MethodSource("wrongFiles")
    void reportsProblems(String text, String expected) throws IOException {
        Path file = write(text);

        assertThat(DriverFile.read(file, FakeDriver.drivers(), problems)).isEmpty();
        assertThat(problems.errors()).map(Problem::toString).containsExactly(file + expected);
    }

    @Test
    void reportsProblemsOfTheDriverAndOfOtherFields() throws IOException {
        Path file = write("""
            driver: kafka
            replicationFactor: many
            producerConfig: "enable.idempotence=true\\nmax.in.flight.requests.per.connection=10"
            """);

        assertThat(DriverFile.read(file, FakeDriver.drivers(), problems)).isEmpty();
        assertThat(problems.errors())
                .map(problem -> problem.line() + " " + problem.field())
                .containsExactly("2 replicationFactor", "3 producerConfig.max.in.flight.requests.per.connection");
    }

    @Test
    void changesLieOverTheDriverFile() throws IOException {
        var clients = new ClientConfig(
                Map.of("a", "b"),
                Map.of("acks", "1", "linger.ms", "5", IN_FLIGHT, "10"),
                Map.of("check.crcs", "false"));
        assertThat(changed("""
            driver.replicationFactor: 3
            driver.producerConfig.acks: 1
            driver.producerConfig.linger.ms: 5
            driver.topicConfig: |
              segment.bytes=1000
              flush.ms=1
            driver.consumerConfig: {check.crcs: false}
            driver.adminUrl: http://b
            driver.clusterConfig.a: 1
            driver.clusterConfig.log.b: 2
            """))
                .contains(new DriverConfig(
                                "label",
                                "redpanda",
                                new TopicConfig(3, true, Map.of("segment.bytes", "1000", "flush.ms", "1")),
                                clients,
                                Map.of("adminUrl", "http://b"))
                        .withClusterConfig(Map.of("a", "1", "log.b", "2")));
        assertThat(problems.errors()).isEmpty();
    }

    static Stream<Arguments> wrongChanges() {
        return WrongInputs.rows("", """
            driver.replicationFactr: 3 => 8: driver.replicationFactr: is not a field of a driver file that a run can
                change; did you mean replicationFactor?
            driver.replicationFactor: 0 => 8: driver.replicationFactor: must be a whole number in [1, 32767], or -1 for
                the brokers' default, got 0
            driver.driver: other => 8: driver.driver: is not a field of a driver file that a run can change; the fields
                are replicationFactor, reset, namePrefix, topicCreationTimeout, topicConfig, clusterConfig,
                commonConfig, producerConfig, consumerConfig, brokerMetrics, adminUrl
            driver.producerConfig.enable.idempotence: true => 8:
                driver.producerConfig.max.in.flight.requests.per.connection: must be at most 5 with idempotence, got 10
            """);
    }

    @ParameterizedTest
    @MethodSource("wrongChanges")
    void changesAreCheckedByTheirDriver(String step, String message) throws IOException {
        assertThat(changed(step)).isEmpty();
        assertThat(problems.errors())
                .map(problem -> problem.line() + ": " + problem.field() + ": " + problem.message())
                .containsExactly(message);
    }

    @Test
    void changedFieldsMustBelongToADriver() throws IOException {
        InputFile.check(writeStep("driver.adminUrl: x\n"), FakeDriver.drivers(), problems);
        assertThat(problems.errors()).isEmpty();
        InputFile.check(writeStep("driver.adminUrls: x\n"), FakeDriver.drivers(), problems);
        assertThat(problems.errors())
                .singleElement()
                .asString()
                .endsWith("driver.adminUrls: is not a field of a driver file that a run can change; did you mean"
                        + " adminUrl?");
    }

    private Optional<DriverConfig> changed(String step) throws IOException {
        WorkloadSeries series = WorkloadFile.readAll(writeStep(step), problems).orElseThrow();
        return series.points()
                .get(0)
                .driverChanges()
                .on(CONFIG, FakeDriver.drivers().find("redpanda").orElseThrow(), problems);
    }

    /** The step begins in line 8. */
    private Path writeStep(String step) throws IOException {
        return write("""
            topics: 1
            partitionsPerTopic: 4
            producersPerTopic: 2
            messageSize: 100
            producerRate: 1000
            steps:
            -
            """ + step.indent(4));
    }

    private DriverConfig read(String text) throws IOException {
        Optional<DriverConfig> config = DriverFile.read(write(text), FakeDriver.drivers(), problems);
        assertThat(problems.errors()).isEqualTo(List.of());
        return config.orElseThrow();
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("driver.yaml"), text);
    }
}

package dev.weir.workload.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.TopicConfig;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DriverChangesTest {
    private static final DriverConfig CONFIG = new DriverConfig(
            "label",
            "redpanda",
            new TopicConfig(1, true, Map.of()),
            new ClientConfig(
                    Map.of("a", "b"), Map.of("acks", "all", "max.in.flight.requests.per.connection", "10"), Map.of()),
            Map.of("adminUrl", "http://a"));

    @TempDir
    Path folder;

    private final Problems problems = new Problems();

    @Test
    void lieOverTheDriverFile() throws IOException {
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
                                new ClientConfig(
                                        Map.of("a", "b"),
                                        Map.of(
                                                "acks",
                                                "1",
                                                "linger.ms",
                                                "5",
                                                "max.in.flight.requests.per.connection",
                                                "10"),
                                        Map.of("check.crcs", "false")),
                                Map.of("adminUrl", "http://b"))
                        .withClusterConfig(Map.of("a", "1", "log.b", "2")));
        assertThat(problems.errors()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "driver.replicationFactr: 3|8: driver.replicationFactr: is not a field of a driver file that a run can"
                        + " change; did you mean replicationFactor?",
                "driver.replicationFactor: 0|8: driver.replicationFactor: must be a whole number in [1, 32767], or -1 for the brokers' default, got 0",
                "driver.driver: other|8: driver.driver: is not a field of a driver file that a run can change; the fields"
                        + " are replicationFactor, reset, namePrefix, topicCreationTimeout, topicConfig, clusterConfig,"
                        + " commonConfig, producerConfig, consumerConfig, brokerMetrics, adminUrl",
                "driver.producerConfig.enable.idempotence: true|8:"
                        + " driver.producerConfig.max.in.flight.requests.per.connection: must be at most 5 with"
                        + " idempotence, got 10",
            })
    void areLookedAtByTheirDriver(String line, String message) throws IOException {
        assertThat(changed(line + "\n")).isEmpty();
        assertThat(problems.errors())
                .singleElement()
                .satisfies(problem -> assertThat(problem.line() + ": " + problem.field() + ": " + problem.message())
                        .isEqualTo(message));
    }

    @Test
    void driverFieldsMustBelongToADriver() throws IOException {
        check("driver.adminUrl: x\n");
        assertThat(problems.errors()).isEmpty();
        check("driver.adminUrls: x\n");
        assertThat(problems.errors())
                .singleElement()
                .asString()
                .endsWith("driver.adminUrls: is not a field of a driver file that a run can change; did you mean"
                        + " adminUrl?");
    }

    private void check(String step) throws IOException {
        InputFile.check(write(step), FakeDriver.drivers(), problems);
    }

    private Optional<DriverConfig> changed(String step) throws IOException {
        WorkloadSeries series = WorkloadFile.readAll(write(step), problems).orElseThrow();
        return series.points()
                .get(0)
                .driverChanges()
                .on(CONFIG, FakeDriver.drivers().find("redpanda").orElseThrow(), problems);
    }

    /** The step begins in line 8. */
    private Path write(String step) throws IOException {
        return Files.writeString(folder.resolve("w.yaml"), """
            topics: 1
            partitionsPerTopic: 4
            producersPerTopic: 2
            messageSize: 100
            producerRate: 1000
            steps:
            -
            """ + step.indent(4));
    }
}

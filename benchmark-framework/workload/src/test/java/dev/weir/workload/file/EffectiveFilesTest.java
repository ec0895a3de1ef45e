package dev.weir.workload.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.MetricsEndpoint;
import dev.weir.driver.config.TopicConfig;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import dev.weir.workload.message.PayloadSpec;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;

@Tag("slow")
class EffectiveFilesTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String USUAL =
            "{topics: 1, partitionsPerTopic: 2, producersPerTopic: 2, messageSize: 100, producerRate: 1000}";

    @TempDir
    Path folder;

    private final Problems problems = new Problems();

    /** A workload in each line: its fields in their effective form, beside or in place of the usual ones. */
    static Stream<String> workloads() {
        return """
            messageSize: 0
            name: 'a: "b" # c', seed: -9223372036854775808, testDuration: 0s
            keys: {distributor: RANDOM_NANO, cardinality: 1048576, skew: 0.99, size: 4}
            useRandomizedPayloads: true, messageSize: 0, randomBytesRatio: 0.25, randomizedPayloadPoolSize: 7, \
            producerRate: 0.5, warmupDuration: 5m, testDuration: 1m30s500ms, warmupUntil: retention, \
            warmupSettle: 5m, retention: {duration: 1h, bytesPerPartition: 1048576}, audit: false
            messageSize: 4, payloadBase64: AQIDBA==, producerRate: 1000M, warmupDuration: 1ms2us3ns, \
            testDuration: 36h, thresholds: [endToEndResponse.p99.9 < 1ms500us, outcome <= DEGRADED, \
            achievedRate >= 99.5% of target, {condition: backlog < 10000, window: 30s, abort: true, after: 10s}]
            keys: {distributor: KEY_ROUND_ROBIN, cardinality: 1, skew: 0, size: 1024}, messageSize: 2, \
            payloadBase64: [AQI=, AwQ=, AQI=]
            producerRate: , search: {start: 2000, most: 1000000, precision: 0.05, probeDuration: 5s, probeWarmup: 2s, \
            criteria: [endToEndResponse.p99.9 < 1ms500us], confirm: 2, curve: true}, thresholds: [outcome <= DEGRADED]
            messageSize: , messageSizeDistribution: {0-256: 0.5, 1024-1024: 3}, useRandomizedPayloads: true, \
            randomBytesRatio: 0.5, randomizedPayloadPoolSize: 7
            messageSize: 262144, payloadBase64: [LARGE, LARGE, LARGE, LARGE]
            producerRate: , producerRateList: [{at: 0s, rate: 0}, {at: 1m30s, rate: 1234.5}], warmupProducerRate: 5, \
            workerLoss: continue, messageSize: , messageSizeDistribution: {0-256: 0.5, 1024-1024: 3}, testDuration: 2m
            stamp: header, headers: {content-type: application/json; ü, empty: '', trace: {text: ab, size: 55}, \
            number: '1.50'}, testDuration: 1m, subscriptions: [{name: tail, consumers: 3, from: latest, processingTime: 2ms}, \
            {name: archive, consumers: 1, from: earliest, startAfter: 500ms, processingTime: 0s, \
            consumerConfig: {a: b, fetch.max.bytes: '1000'}}, \
            {name: recent, consumers: 1, from: 200ms, startAfter: 0s, processingTime: 0s}]
            topics: 2, partitionsPerTopic: , partitionsPerTopicList: [1, 3], producersPerTopic: , \
            producersPerTopicList: [4, 0], partitionWeights: {0: 0.9, '*': 0.1}, subscriptionsPerTopic: 1, \
            consumerPerSubscription: 2, consumerProcessingTime: 200us1ns, brokerMetrics: \
            [{url: 'http://a:9100/metrics', host: a}, \
            {url: 'https://b/x?collect[]=diskstats', host: c, series: [d, e*], drives: [nvme1n1]}]
            topics: , partitionsPerTopic: , existingTopicList: [a, b-c], subscriptionsPerTopic: 1, consumerPerSubscription: 2
            topics: , partitionsPerTopic: , existingTopicList: [a], subscriptionsPerTopic: 0
            topics: , partitionsPerTopic: , existingTopicList: [a], subscriptionsPerTopic: 1, \
            consumerPerSubscription: 2, producersPerTopic: 0, producerRate: max
            """.replace("LARGE", Base64.getEncoder().encodeToString(new byte[256 << 10]))
                .lines();
    }

    /** From JSON, and from the text that a rerun writes. */
    @ParameterizedTest
    @MethodSource("workloads")
    void ofAWorkloadHaveItsFieldsAndReadBackAsAnEqualOne(String fields) throws IOException {
        Map<String, Object> given = new Yaml().load(USUAL);
        given.putAll(new Yaml().load("{" + fields + "}"));
        given.values().removeIf(Objects::isNull);
        Workload workload =
                WorkloadFile.read(write(given), problems).orElseThrow(() -> new AssertionError(problems.errors()));

        Map<String, Object> effective = EffectiveFiles.of(workload);

        for (var field : JSON.valueToTree(given).properties()) {
            assertThat(JSON.<JsonNode>valueToTree(effective.get(field.getKey())))
                    .as(field.getKey())
                    .hasToString(field.getValue().toString());
        }
        assertThat(WorkloadFile.read(write(effective), problems)).contains(workload);
        Path text = Files.writeString(folder.resolve("text.yaml"), EffectiveFiles.yaml(effective, "a comment"));
        assertThat(WorkloadFile.read(text, problems)).contains(workload);
        assertThat(problems.errors()).isEmpty();
    }

    @Test
    void ofAWorkloadNameItsFieldsInTheOrderOfTheTable() {
        Workload workload = Workloads.small()
                .name("a: \"b\" # c")
                .topics(2, 3)
                .producersPerTopic(4)
                .payload(PayloadSpec.random(1024))
                .rates(5000, 5000)
                .endless(Duration.ofMinutes(1))
                .sampleInterval(Duration.ofSeconds(1))
                .seed(Long.MIN_VALUE)
                .build();

        assertThat(EffectiveFiles.of(workload).toString())
                .isEqualTo("{name=a: \"b\" # c, topics=2, partitionsPerTopic=3, keyDistributor=NO_KEY,"
                        + " messageSize=1024, useRandomizedPayloads=false, subscriptionsPerTopic=1,"
                        + " consumerPerSubscription=2, consumerProcessingTime=0s, producersPerTopic=4,"
                        + " producerRate=5000, warmupProducerRate=5000, warmupDuration=1m, testDuration=0s,"
                        + " sampleRateMillis=1000, mode=open, arrival=uniform, catchUp=immediate,"
                        + " warmupSettle=0s, thresholds=[], workerLoss=abort, audit=true,"
                        + " seed=-9223372036854775808}");
    }

    @Test
    void ofADriverReadBackAsAnEqualOne() throws IOException {
        var config = new DriverConfig(
                "Redpanda, acks=all",
                "redpanda",
                new TopicConfig(3, true, Map.of("flush.messages", "1")),
                Map.of("a", "1"),
                new ClientConfig(
                        Map.of("bootstrap.servers", "a:1,b:2", "client.id", "x-{zone.id} \\ \"#: é"),
                        Map.of("acks", "all", "compression.type", ""),
                        Map.of()),
                Map.of("adminUrl", "http://a:9644"),
                List.of(MetricsEndpoint.of(URI.create("http://a:9644/public_metrics"))));

        assertThat(DriverFile.read(write(EffectiveFiles.of(config)), FakeDriver.drivers(), problems))
                .contains(config);
        assertThat(problems.errors()).isEmpty();
    }

    @Test
    void hideTheUserOfAnAddress() {
        var addresses = Map.of("servers", "nats://bench:s3/c@ret@a:4222,nats://b:1", "plain", "a@b");
        var config = new DriverConfig(
                "n", "kafka", TopicConfig.DEFAULT, new ClientConfig(addresses, Map.of(), Map.of()), Map.of());

        assertThat(EffectiveFiles.of(config).get("commonConfig"))
                .isEqualTo(Map.of("servers", "nats://[hidden]@a:4222,nats://b:1", "plain", "a@b"));
        assertThat(EffectiveFiles.hidden(EffectiveFiles.of(config))).containsExactly("commonConfig.servers");
    }

    @Test
    void hideSecrets() {
        var names = List.of(("sasl.jaas.config ssl.keystore.password ssl.keystore.key "
                        + "sasl.oauthbearer.client.secret authToken SASL.PASSWORD")
                .split(" "));
        for (String name : names) {
            var secret = Map.of(name, "hunter2", "acks", "all");
            var config = new DriverConfig(
                    "n", "kafka", new TopicConfig(1, false, secret), new ClientConfig(secret, secret, secret), secret);

            assertThat(EffectiveFiles.of(config).toString()).doesNotContain("hunter2");
            assertThat(EffectiveFiles.of(config).get("commonConfig"))
                    .isEqualTo(Map.of(name, "[hidden]", "acks", "all"));
        }
    }

    private Path write(Map<String, Object> fields) throws IOException {
        return Files.writeString(folder.resolve("effective.yaml"), JSON.writeValueAsString(fields));
    }
}

package dev.weir.workload.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.driver.client.MessageHeader;
import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.MetricsEndpoint;
import dev.weir.driver.config.TopicConfig;
import dev.weir.workload.PhaseSpec;
import dev.weir.workload.PhaseSpec.RetentionSpec;
import dev.weir.workload.PhaseSpec.WarmupEnd;
import dev.weir.workload.StartPosition;
import dev.weir.workload.Subscription;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import dev.weir.workload.goal.Threshold;
import dev.weir.workload.load.Rate;
import dev.weir.workload.load.Rate.RatePoint;
import dev.weir.workload.message.KeyDistributor;
import dev.weir.workload.message.KeySpec;
import dev.weir.workload.message.PartitionWeights;
import dev.weir.workload.message.PayloadSpec;
import dev.weir.workload.message.SizeDistribution;
import dev.weir.workload.message.SizeDistribution.SizeClass;
import dev.weir.workload.search.SearchSpec;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("slow")
class EffectiveFilesTest {
    @TempDir
    Path folder;

    private static final List<Threshold> THRESHOLDS = List.of(
            Threshold.of(Workloads.condition("endToEndResponse.p99.9 < 1500us")),
            Threshold.of(Workloads.condition("outcome <= DEGRADED")),
            Threshold.of(Workloads.condition("achievedRate >= 99.5% of target")),
            new Threshold(
                    Workloads.condition("backlog < 10000"),
                    Optional.of(Duration.ofSeconds(30)),
                    true,
                    Duration.ofSeconds(10)));

    private final Problems problems = new Problems();

    private static final Workload ENDLESS = Workloads.small()
            .name("a: \"b\" # c")
            .topics(2, 3)
            .producersPerTopic(4)
            .payload(PayloadSpec.random(1024))
            .rates(5000, 5000)
            .endless(Duration.ofMinutes(1))
            .sampleInterval(Duration.ofSeconds(1))
            .seed(Long.MIN_VALUE)
            .build();

    private static final Workload KEYED = Workloads.small()
            .keys(new KeySpec(KeyDistributor.RANDOM_NANO, 1 << 20, 0.99, 4))
            .build();

    static Stream<Workload> workloads() {
        var retention =
                new RetentionSpec(Optional.of(Duration.ofHours(1)), OptionalLong.of(1 << 20), OptionalDouble.empty());
        var search = new SearchSpec(
                2000, 1e6, 0.05, Duration.ofSeconds(5), Duration.ofSeconds(2), THRESHOLDS.subList(0, 1), 2, true);
        var rates = new Rate.Curve(List.of(new RatePoint(0, 0), new RatePoint(90_000_000_000L, 1234.5)));
        var sizes = new SizeDistribution(List.of(new SizeClass(0, 256, 0.5), new SizeClass(1024, 1024, 3)));
        return Stream.of(
                ENDLESS,
                KEYED,
                Workloads.small()
                        .payload(PayloadSpec.pool(0, 0.25, 7))
                        .rates(0.5, 0.5)
                        .durations(Duration.ZERO, Duration.ofMillis(90_500))
                        .phases(new PhaseSpec(WarmupEnd.RETENTION, Duration.ofMinutes(5), retention))
                        .withoutAudit()
                        .build(),
                Workloads.small()
                        .payload(PayloadSpec.of(List.of(new byte[] {1, 2, 3, 4})))
                        .rates(1e9, 1e9)
                        .durations(Duration.ofNanos(1_002_003), Duration.ofHours(36))
                        .goals(THRESHOLDS)
                        .build(),
                Workloads.small()
                        .keys(new KeySpec(KeyDistributor.KEY_ROUND_ROBIN, 1, 0, 1024))
                        .payload(PayloadSpec.of(List.of(new byte[] {1, 2}, new byte[] {3, 4}, new byte[] {1, 2})))
                        .build(),
                Workloads.small()
                        .rates(2000, 2000)
                        .search(search)
                        .goals(THRESHOLDS.subList(1, 2))
                        .build(),
                Workloads.small().payload(PayloadSpec.pool(sizes, 0.5, 7)).build(),
                Workloads.small()
                        .payload(PayloadSpec.of(Collections.nCopies(4, new byte[256 << 10])))
                        .build(),
                Workloads.small()
                        .rates(rates)
                        .continuingAfterLoss(true)
                        .payload(PayloadSpec.random(sizes))
                        .build(),
                Workloads.small()
                        .payload(PayloadSpec.random(100).withStampInHeader(true))
                        .headers(
                                new MessageHeader("content-type", "application/json; ü"),
                                new MessageHeader("empty", ""),
                                new MessageHeader("trace", "ab", 55),
                                new MessageHeader("number", "1.50"))
                        .subscriptions(
                                new Subscription(
                                        "tail", 3, StartPosition.LATEST, OptionalLong.empty(), 2_000_000, Map.of()),
                                new Subscription(
                                        "archive",
                                        1,
                                        StartPosition.EARLIEST,
                                        OptionalLong.of(500_000_000),
                                        0,
                                        Map.of("fetch.max.bytes", "1000", "a", "b")),
                                new Subscription(
                                        "recent", 1, StartPosition.back(200_000_000), OptionalLong.of(0), 0, Map.of()))
                        .build(),
                Workloads.small()
                        .topics(2, 3)
                        .producersPerTopic(4)
                        .topicLists(List.of(1, 3), List.of(4, 0))
                        .partitionWeights(new PartitionWeights(Map.of(0, 0.9), 0.1))
                        .consumerProcessingNanos(200_001)
                        .brokerMetrics(List.of(
                                MetricsEndpoint.of(URI.create("http://a:9100/metrics")),
                                new MetricsEndpoint(
                                        URI.create("https://b/x?collect[]=diskstats"),
                                        "c",
                                        List.of("d", "e*"),
                                        List.of("nvme1n1"))))
                        .build(),
                Workloads.small().existing(List.of("a", "b-c")).build(),
                Workloads.small()
                        .existing(List.of("a"))
                        .subscriptionsPerTopic(0, 0)
                        .build(),
                Workloads.small()
                        .existing(List.of("a"))
                        .consumeOnly()
                        .payload(PayloadSpec.pool(0, 0, 1))
                        .build());
    }

    /** From JSON, and from the text that a rerun writes. */
    @ParameterizedTest
    @MethodSource("workloads")
    void ofAWorkloadReadBackAsAnEqualOne(Workload workload) throws IOException {
        Map<String, Object> fields = EffectiveFiles.of(workload);
        assertThat(WorkloadFile.read(write(fields), problems)).contains(workload);

        Path text = Files.writeString(folder.resolve("text.yaml"), EffectiveFiles.yaml(fields, "a comment"));
        assertThat(WorkloadFile.read(text, problems)).contains(workload);
        assertThat(problems.errors()).isEmpty();
    }

    @Test
    void ofAWorkloadNameItsFieldsInTheOrderOfTheTable() {
        assertThat(EffectiveFiles.of(ENDLESS).toString())
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
        return Files.writeString(folder.resolve("effective.yaml"), new ObjectMapper().writeValueAsString(fields));
    }

    @Test
    void ofAWorkloadSayAllOfItsKeys() {
        assertThat(EffectiveFiles.of(KEYED))
                .doesNotContainKey("keyDistributor")
                .extractingByKey("keys")
                .hasToString("{distributor=RANDOM_NANO, cardinality=1048576, skew=0.99, size=4}");
    }
}

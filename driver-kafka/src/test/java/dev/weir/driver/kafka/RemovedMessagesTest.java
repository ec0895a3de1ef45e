package dev.weir.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.audit.AuditResult;
import dev.weir.coordinator.MiniCluster;
import dev.weir.driver.config.DriverConfig;
import dev.weir.feature.availability.Availability;
import dev.weir.result.RunResult;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import dev.weir.workload.message.KeyDistributor;
import dev.weir.workload.message.KeySpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.TopicExistsException;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole runs in which something other than a fault of the system removes messages before a consumer has read them. */
@Order(1)
class RemovedMessagesTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String PREFIX = "removed-";
    private static final Map<String, String> ONE_MEBIBYTE =
            Map.of("retention.bytes", "1048576", "segment.bytes", "1048576");

    @TempDir
    Path folder;

    @Test
    void whatRetentionDeletesBeforeSlowConsumersReadItIsExpired() {
        RunResult result = run(slow(5).build(), config("wire", "latest", ONE_MEBIBYTE), (admin, topic) -> {});

        assertThatSomeExpired(result);
        // Retention keeps two segments, and the rest is no backlog.
        var subscription = result.weir().clients().subscriptions().get(0);
        assertThat(subscription.backlogMessages().orElseThrow())
                .isLessThan(result.audit().counts().acknowledged() / 3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"kafka", "wire"})
    void whatWasInATopicThatIsCreatedAgainIsExpired(String client) {
        RunResult result = run(slow(3).build(), config(client, "earliest", Map.of()), RemovedMessagesTest::createAgain);

        assertThatSomeExpired(result);
    }

    /** Consumers that are half as fast as the load fall behind the segments that the cleaner has not seen. */
    @Test
    void whatCompactionRemovesIsExpired() {
        Workloads workload = slow(7).keys(new KeySpec(KeyDistributor.KEY_ROUND_ROBIN, 3, 0, 3))
                .consumerProcessingNanos(5_000_000)
                .rates(400, 400);
        Map<String, String> compacted =
                Map.of("cleanup.policy", "compact", "segment.bytes", "1048576", "min.cleanable.dirty.ratio", "0.01");

        RunResult result = run(workload.build(), config("kafka", "earliest", compacted), (admin, topic) -> {});

        assertThatSomeExpired(result);
    }

    private static void assertThatSomeExpired(RunResult result) {
        AuditResult audit = result.audit();
        String all = audit + " " + result.findings() + " " + result.reasons();
        assertThat(result.failure()).isEmpty();
        assertThat(audit.violations().lost()).as(all).isZero();
        assertThat(audit.counts().expired()).as(all).isPositive();
        // On a busy host, sends can time out whose messages arrive.
        assertThat(audit.counts().delivered()
                        + audit.counts().expired()
                        + audit.blocks().unknown())
                .as(all)
                .isEqualTo(audit.counts().acknowledged() + audit.violations().deliveredThoughFailed());
        assertThat(audit.verdict()).as(all).isEqualTo("expired");
        assertThat(result.findings())
                .extracting(Finding::code)
                .as(all)
                .contains(FindingCode.MESSAGES_EXPIRED)
                .doesNotContain(FindingCode.MESSAGES_LOST);
    }

    /** Consumers that take 3 ms for a message of 10 KB, of which 600 come each second. */
    private static Workloads slow(int seconds) {
        return Workloads.small()
                .topics(1, 1)
                .producersPerTopic(1)
                .subscriptionsPerTopic(1, 1)
                .messageSize(10_000)
                .consumerProcessingNanos(3_000_000)
                .rates(300, 600)
                .durations(Duration.ofMillis(500), Duration.ofSeconds(seconds));
    }

    /** Senders wait for the deleted topic in their clients: some waits fail in the measurement, and one outlasts it. */
    @Test
    void waitsForADeletedTopicAreNotAttributedToTheInstrument() {
        Map<String, String> quick = Map.of(
                "max.block.ms", "12000",
                "delivery.timeout.ms", "3000",
                "request.timeout.ms", "1000",
                "buffer.memory", "50000",
                "batch.size", "16384");
        DriverConfig config = SharedCluster.withProducer(
                SharedCluster.withTopics(SharedCluster.config("kafka"), SharedCluster.topics(PREFIX, Map.of())), quick);
        Workload load = Workloads.small()
                .rates(1000, 1000)
                .durations(Duration.ofMillis(400), Duration.ofSeconds(6))
                .build();

        RunResult result = MiniCluster.undisturbed(() -> run(
                load,
                config,
                (admin, topic) ->
                        SharedCluster.answer(admin.deleteTopics(List.of(topic)).all())));

        assertThat(result.failure()).isEmpty();
        assertThat(result.findings())
                .extracting(Finding::code)
                .contains(
                        FindingCode.LOAD_NOT_MET,
                        FindingCode.CLIENT_ERROR,
                        FindingCode.UNAVAILABLE,
                        FindingCode.OPERATIONS_FAILED);
        assertThat(Availability.PART.in(result.weir()).orElseThrow().publish().unavailableSeconds())
                .isGreaterThan(1);
        assertThat(result.findings()).extracting(Finding::text).noneMatch(text -> text.contains("senders could send"));
        assertThat(result.reasons()).extracting(Reason::code).doesNotContain(ReasonCode.SENDERS_SATURATED);
    }

    /** Does something to the run's topic once messages have been received in the measurement. */
    private RunResult run(Workload workload, DriverConfig config, BiConsumer<Admin, String> act) {
        try (var cluster = new MiniCluster(1, folder).deliverySilence(Duration.ofSeconds(4));
                Admin admin = Admin.create(Map.copyOf(config.clients().common()))) {
            var acted = new boolean[1];
            var received = new long[1];
            return cluster.run(workload, config, (coordinator, tick) -> {
                received[0] += tick.counts().receipts().received();
                if (!acted[0] && tick.phase().isMeasured() && received[0] > 0) {
                    acted[0] = true;
                    String topic = SharedCluster.answer(admin.listTopics().names()).stream()
                            .filter(name -> name.startsWith(PREFIX))
                            .findFirst()
                            .orElseThrow();
                    act.accept(admin, topic);
                }
            });
        }
    }

    private static void createAgain(Admin admin, String topic) {
        SharedCluster.answer(admin.deleteTopics(List.of(topic)).all());
        await("creating " + topic + " again")
                .atMost(LIMIT)
                .ignoreExceptionsMatching(e -> e.getCause() instanceof TopicExistsException)
                .until(() -> admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1)))
                                .all()
                                .get()
                        == null);
    }

    private static DriverConfig config(String client, String reset, Map<String, String> ofTopics) {
        var consumer = new TreeMap<>(Map.of("auto.offset.reset", reset, "max.partition.fetch.bytes", "100000"));
        if (client.equals("kafka")) {
            consumer.put("max.poll.records", "10");
        }
        return SharedCluster.withTopics(SharedCluster.config("kafka"), SharedCluster.topics(PREFIX, ofTopics))
                .withConsumerConfig(consumer)
                .withSettings(Map.of("client", client));
    }
}

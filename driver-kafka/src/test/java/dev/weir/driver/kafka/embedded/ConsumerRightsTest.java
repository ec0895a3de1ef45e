package dev.weir.driver.kafka.embedded;

import static dev.weir.driver.kafka.SharedCluster.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.weir.driver.RecordedReceipts;
import dev.weir.driver.client.Consumer;
import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.client.ReadFrom;
import dev.weir.driver.client.ReceiveListener;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.kafka.Denial;
import dev.weir.driver.kafka.Intercepted;
import dev.weir.driver.kafka.KafkaDriver;
import dev.weir.driver.kafka.SharedCluster;
import dev.weir.driver.share.ShareGroupSpec;
import dev.weir.driver.share.ShareListener;
import dev.weir.driver.share.ShareReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Consumers that lose a right, never had it, or are killed. */
class ConsumerRightsTest {

    private static final String PREFIX = "denied-";

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final RecordedReceipts receipts = new RecordedReceipts();
    private final Admin admin = Admin.create(Map.of("bootstrap.servers", SharedCluster.servers()));

    @AfterEach
    void close() {
        admin.close();
    }

    /** In a run, all messages may go to the partitions of other consumers for some seconds. */
    @ParameterizedTest
    @ValueSource(strings = {"kafka", "wire"})
    void aConsumerThatHasReceivedNothingYetGoesOnAfterItsPermissionIsRestored(String client) throws Exception {
        String topic = topic("idle");
        Denial denied = Denial.of(AclOperation.READ, ResourceType.TOPIC, topic);
        try (Consumer consumer = consumer(client, Map.of(), topic, receipts)) {
            await("that the consumer has fetched for a while")
                    .during(Duration.ofSeconds(2))
                    .atMost(LIMIT)
                    .until(() -> consumer.positions()[0] == 0);
            denied.impose(admin);
            await().atMost(LIMIT).until(() -> !receipts.failures().isEmpty());
            denied.end(admin);
            send(topic);
            await().atMost(LIMIT).until(() -> receipts.count() == 1);
        }

        assertThat(receipts.violations()).isEmpty();
        assertThat(receipts.failures()).hasOnlyElementsOfType(TopicAuthorizationException.class);
    }

    /** A run with such a consumer has to end: it would receive nothing. */
    @ParameterizedTest
    @ValueSource(strings = {"kafka", "wire"})
    void aConsumerThatNeverHadThePermissionForItsTopicFails(String client) {
        String topic = topic("never");
        Denial denied = Denial.of(AclOperation.READ, ResourceType.TOPIC, topic);
        denied.impose(admin);
        await("that the broker refuses commits")
                .atMost(LIMIT)
                .until(() -> mayNotCommit(topic, TopicAuthorizationException.class));
        Consumer consumer = consumer(client, Map.of(), topic, receipts);
        try {
            await().atMost(LIMIT).until(() -> !receipts.violations().isEmpty());
        } finally {
            consumer.close();
            denied.end(admin);
        }

        assertThat(receipts.violations())
                .singleElement()
                .asString()
                .contains("the consumer gave up", "TopicAuthorizationException");
    }

    /** Kafka's member of the consumer protocol never joins again, and does not report it. */
    @Test
    void aConsumerThatLosesThePermissionForItsGroupForGoodFails() throws Exception {
        String topic = topic("group");
        Denial denied = Denial.of(AclOperation.READ, ResourceType.GROUP, topic);
        try (Consumer consumer = consumer("kafka", Map.of("group.protocol", "consumer"), topic, receipts)) {
            send(topic);
            await().atMost(LIMIT).until(() -> consumer.positions()[0] == 1);
            denied.impose(admin);
            await().atMost(LIMIT).until(() -> !receipts.violations().isEmpty());
            denied.end(admin);
        }

        assertThat(receipts.violations())
                .singleElement()
                .asString()
                .contains("the consumer gave up", "GroupAuthorizationException");
    }

    @Test
    void aFailedCommitIsRepeatedWithoutFurtherMessages() throws Exception {
        String topic = topic("commit");
        Denial denied = Denial.of(AclOperation.READ, ResourceType.GROUP, topic);
        try (Consumer consumer = consumer("kafka", Map.of("offsetCommitLingerMs", "0"), topic, receipts)) {
            send(topic);
            await().atMost(LIMIT).until(() -> committed(topic) == 1);
            denied.impose(admin);
            await("that the broker refuses commits")
                    .atMost(LIMIT)
                    .until(() -> mayNotCommit(topic, GroupAuthorizationException.class));
            send(topic);
            await().atMost(LIMIT).until(() -> consumer.positions()[0] == 2);
            denied.end(admin);
            await().atMost(LIMIT).until(() -> committed(topic) == 2);
        }

        assertThat(receipts.violations()).isEmpty();
    }

    /**
     * Returns whether the broker refuses a commit for lack of this permission. With it, the broker still rejects the commit
     * while the group has a member.
     */
    private boolean mayNotCommit(String topic, Class<? extends ApiException> refusal) {
        var begin = Map.of(new TopicPartition(topic, 0), new OffsetAndMetadata(0));
        Throwable failure = catchThrowable(
                () -> admin.alterConsumerGroupOffsets(topic, begin).all().get());
        return failure != null && refusal.isInstance(failure.getCause());
    }

    /** A process that is killed commits nothing, so the next owner gets the messages again. */
    @ParameterizedTest
    @ValueSource(strings = {"classic", "consumer"})
    void aKilledConsumerCommitsNothing(String protocol) throws Exception {
        String topic = topic("killed");
        var isIn = new CountDownLatch(1);
        var mayGo = new CompletableFuture<Void>();
        var blocking = Intercepted.listener(ReceiveListener.class, (method, arguments) -> {
            if (method.equals("received")) {
                isIn.countDown();
                mayGo.join();
            }
        });
        Map<String, String> properties =
                Map.of("group.protocol", protocol, "enable.auto.commit", "true", "auto.commit.interval.ms", "600000");
        Consumer consumer = consumer("kafka", properties, topic, blocking);
        send(topic);
        assertThat(isIn.await(60, TimeUnit.SECONDS)).isTrue();
        var killer = new Thread(consumer::abandon);
        killer.start();
        await().atMost(LIMIT).until(() -> killer.getState() == Thread.State.TIMED_WAITING);
        mayGo.complete(null);
        killer.join();

        await("that no commit arrives")
                .during(Duration.ofSeconds(1))
                .atMost(LIMIT)
                .until(() -> committed(topic) == -1);
    }

    @Test
    void aShareConsumerGoesOnAfterThePermissionForItsTopicIsRestored() throws Exception {
        String topic = topic("share");
        Denial denied = Denial.of(AclOperation.READ, ResourceType.TOPIC, topic);
        var failures = new ArrayList<Throwable>();
        var delivered = new AtomicInteger();
        var listener = Intercepted.listener(ShareListener.class, (method, arguments) -> {
            if (method.equals("delivered")) {
                delivered.incrementAndGet();
            } else if (method.equals("failed")) {
                failures.add((Throwable) arguments[0]);
            }
        });
        KafkaDriver driver = new KafkaDriver(TestClusters.undisturbed().driverConfig(), "kafka");
        try (dev.weir.driver.admin.Admin setUp = driver.openAdmin();
                ShareReader reader = driver.shares()
                        .orElseThrow()
                        .openShareReader(new ConsumerSpec(topic, topic, 1, topic), false, listener)) {
            setUp.configureShareGroups(List.of(new ShareGroupSpec(topic, ReadFrom.RUN, false, false, Map.of())), LIMIT);
            send(topic);
            pollUntil(reader, () -> delivered.get() == 1);
            denied.impose(admin);
            pollUntil(reader, () -> !failures.isEmpty());
            denied.end(admin);
            send(topic);
            pollUntil(reader, () -> delivered.get() == 2);
        }

        assertThat(failures).hasOnlyElementsOfType(TopicAuthorizationException.class);
    }

    private static void pollUntil(ShareReader reader, BooleanSupplier condition) {
        // At once, because each poll reports only one refused fetch, and the client goes on fetching.
        await().pollInSameThread()
                .pollInterval(Duration.ofNanos(1))
                .atMost(LIMIT)
                .until(() -> {
                    reader.poll(Duration.ofMillis(100));
                    return condition.getAsBoolean();
                });
    }

    private String topic(String what) {
        String topic = PREFIX + what + "-" + UUID.randomUUID();
        answer(admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all());
        return topic;
    }

    private static void send(String topic) {
        try (var producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", SharedCluster.servers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            var unused = producer.send(new ProducerRecord<>(topic, new byte[100]));
        }
    }

    /** The committed offset of the group with the name of its topic; -1 if there is none. */
    private long committed(String topic) {
        OffsetAndMetadata offset = answer(admin.listConsumerGroupOffsets(topic).partitionsToOffsetAndMetadata())
                .get(new TopicPartition(topic, 0));
        return offset == null ? -1 : offset.offset();
    }

    private static Consumer consumer(
            String client, Map<String, String> properties, String topic, ReceiveListener listener) {
        DriverConfig config = TestClusters.undisturbed()
                .driverConfig()
                .withConsumerConfig(properties)
                .withSettings(Map.of("client", client));
        return new KafkaDriver(config, "kafka").openConsumer(new ConsumerSpec(topic, topic, 1, topic), listener);
    }
}

package dev.weir.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.coordinator.Coordinator;
import dev.weir.coordinator.MiniCluster;
import dev.weir.driver.Driver;
import dev.weir.driver.RecordedSends;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.admin.RunMark;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.client.Producer;
import dev.weir.driver.client.ProducerSpec;
import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.TopicConfig;
import dev.weir.plan.RunPlan;
import dev.weir.result.RunResult;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.interval.Interval;
import dev.weir.workload.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which topics a run with {@code reset: true} deletes, on an embedded broker. */
class ResetTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final DriverConfig config = SharedCluster.config("kafka");
    private final KafkaDriverFactory factory = new KafkaDriverFactory();
    private final Driver driver = factory.open(config);
    private final List<String> created = new ArrayList<>();
    private Admin admin;

    @TempDir
    Path folder;

    @BeforeEach
    void open() {
        admin = driver.openAdmin();
    }

    @AfterEach
    void close() {
        admin.deleteTopics(created, LIMIT);
        admin.close();
        driver.close();
    }

    /** Both runs share the cluster; the second one begins while the first one only produces. */
    @Test
    void disturbsNoRunThatIsUnderWay() {
        List<RunResult> other = new ArrayList<>();
        try (var cluster = new MiniCluster(1, folder).losingNothing();
                var second = new MiniCluster(1, folder)) {
            RunResult result = cluster.run(
                    Workloads.small().subscriptions().rates(20, 20).build(), config, new MiniCluster.Reaction() {
                        @Override
                        public void tick(Coordinator coordinator, Interval tick) {
                            if (other.isEmpty()) {
                                other.add(second.run(Workloads.small().build(), resetting()));
                            }
                        }
                    });

            assertThat(result.failure()).isEmpty();
            assertThat(result.audit().counts().failed()).isZero();
            RunResult reset = other.get(0);
            assertThat(reset.failure()).isEmpty();
            assertThat(left(reset))
                    .anySatisfy(text -> assertThat(text)
                            .contains(
                                    "weir-" + result.run().id() + "-0", "its coordinator is connected from 127.0.0.1"));
        }
    }

    @Test
    void deletesTopicsWhoseRunHasEndedAndLeavesAllOthers() throws Exception {
        String ended = endedTopic();
        String orders = create("weir-orders");
        String unmarked = topic();
        String written = endedTopic();
        String read = endedTopic();
        Map<String, Object> properties = new TreeMap<>(config.clients().common());
        // Whatever the group is called.
        properties.put(ConsumerConfig.GROUP_ID_CONFIG, "people");
        try (Producer producer = driver.openProducer(new ProducerSpec("orphan", written, 1), new RecordedSends());
                var reader =
                        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            reader.subscribe(List.of(read));
            await().atMost(LIMIT).until(() -> {
                reader.poll(Duration.ofMillis(100));
                return !reader.assignment().isEmpty();
            });
            var sender = new Thread(() -> {
                while (!Thread.currentThread().isInterrupted()) {
                    producer.send(0, null, new byte[10], null, 0, 1, 2);
                    LockSupport.parkNanos(100_000_000);
                }
            });
            sender.start();
            try {
                assertThat(leftBy(reset()))
                        .anySatisfy(text -> assertThat(text).contains(orders, "the name is not that of a run's topic"))
                        .anySatisfy(text -> assertThat(text).contains(unmarked, "unknown whether the run has ended"))
                        .anySatisfy(text -> assertThat(text).contains(written, "are being written"))
                        .anySatisfy(text -> assertThat(text).contains(read, "the group people has members"))
                        .noneSatisfy(text -> assertThat(text).contains(ended));
            } finally {
                sender.interrupt();
                sender.join();
            }
        }
        assertThat(admin.topicsWithPrefix("weir-", LIMIT))
                .contains(orders, unmarked, written, read)
                .doesNotContain(ended);
    }

    @Test
    void aRunStaysMarkedWhileItLacksThePermissionForItsTopic() {
        String topic = topic();
        String group = RunPlan.mark("weir-", RunPlan.runOf("weir-", topic).orElseThrow());
        Denial denied = Denial.of(AclOperation.ALL, ResourceType.TOPIC, topic);
        Map<String, String> common = new TreeMap<>(config.clients().common());
        common.put("metadata.max.age.ms", "200");
        try (Driver quick = factory.open(config.withClients(new ClientConfig(common, Map.of(), Map.of())));
                Admin marking = quick.openAdmin();
                var kafka = org.apache.kafka.clients.admin.Admin.create(Map.copyOf(common))) {
            RunMark mark = marking.mark(group, topic);
            await().atMost(LIMIT).until(() -> isMarked(group, topic));
            denied.impose(kafka);
            await("that the run stays marked")
                    .during(Duration.ofSeconds(5))
                    .atMost(LIMIT)
                    .until(() -> isMarked(group, topic));
            denied.end(kafka);
            mark.close();
        }
    }

    private boolean isMarked(String group, String topic) {
        return admin.mayBeUnderWay(Map.of(group, List.of(topic)), LIMIT)
                .getOrDefault(group, "")
                .contains("its coordinator is connected");
    }

    private DriverConfig resetting() {
        return SharedCluster.withTopics(config, new TopicConfig(1, true, Map.of()));
    }

    private RunResult reset() {
        try (var cluster = new MiniCluster(1, folder)) {
            RunResult result = cluster.run(Workloads.small().build(), resetting());
            assertThat(result.failure()).isEmpty();
            return result;
        }
    }

    private static List<String> left(RunResult result) {
        return result.reasons().stream()
                .filter(reason -> reason.code() == ReasonCode.LEFT_ON_CLUSTER)
                .map(Reason::text)
                .toList();
    }

    /** Returns what the run left of this test's topics. */
    private List<String> leftBy(RunResult result) {
        return left(result).stream()
                .filter(text -> created.stream().anyMatch(text::contains))
                .toList();
    }

    private String topic() {
        String run = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
        return create("weir-" + run + "-0");
    }

    private String create(String topic) {
        admin.createTopics(List.of(new TopicSpec(topic, 1)), LIMIT);
        created.add(topic);
        return topic;
    }

    /** A topic of a run that has marked it, and that has ended: the brokers have noticed. */
    private String endedTopic() throws Exception {
        String topic = topic();
        String group = RunPlan.mark("weir-", RunPlan.runOf("weir-", topic).orElseThrow());
        RunMark mark = admin.mark(group, topic);
        try (var kafka = org.apache.kafka.clients.admin.Admin.create(
                Map.copyOf(config.clients().common()))) {
            await().atMost(LIMIT)
                    .ignoreExceptions()
                    .until(() -> !kafka.listConsumerGroupOffsets(group)
                            .partitionsToOffsetAndMetadata()
                            .get()
                            .isEmpty());
            mark.close();
            await().atMost(LIMIT)
                    .until(() -> kafka.listGroups().all().get().stream()
                            .filter(each -> each.groupId().equals(group))
                            .allMatch(each -> each.groupState()
                                    .filter(GroupState.EMPTY::equals)
                                    .isPresent()));
        }
        return topic;
    }
}

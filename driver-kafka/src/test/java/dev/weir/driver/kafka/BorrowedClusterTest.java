package dev.weir.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.driver.durability.DurabilitySource;
import dev.weir.plan.RunPlan;
import dev.weir.result.RunResult;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.GroupListing;
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

/**
 * What runs do on a cluster on which others have topics and groups: what a run with {@code reset: true} deletes, and what
 * names and numbers of replicas are.
 */
class BorrowedClusterTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final DriverConfig config = SharedCluster.config("kafka");
    private final KafkaDriverFactory factory = new KafkaDriverFactory();
    private final Driver driver = factory.open(config);
    private final List<String> created = new ArrayList<>();
    private final Set<String> topics = new TreeSet<>();
    private final Set<String> groups = new TreeSet<>();
    private final org.apache.kafka.clients.admin.Admin kafka =
            org.apache.kafka.clients.admin.Admin.create(Map.of("bootstrap.servers", SharedCluster.servers()));
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
        kafka.close();
        driver.close();
    }

    /** Both runs share the cluster; the second one begins while the first one only produces. */
    @Test
    void disturbsNoRunThatIsUnderWay() {
        List<RunResult> other = new ArrayList<>();
        try (var cluster = new MiniCluster(1, folder).losingNothing();
                var second = new MiniCluster(1, folder)) {
            RunResult result = cluster.run(
                    Workloads.small().subscriptions().rates(20, 20).build(), config, (coordinator, tick) -> {
                        if (other.isEmpty()) {
                            other.add(second.run(Workloads.small().build(), resetting()));
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
                // Of this test's topics.
                assertThat(left(reset()))
                        .filteredOn(text -> created.stream().anyMatch(text::contains))
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
                Admin marking = quick.openAdmin()) {
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

    @Test
    void namesBeginWithThePrefixAndTheBrokersDecideTheReplicas() {
        RunResult result = watched(
                Workloads.small().build(),
                SharedCluster.withTopics(config, new TopicConfig(-1, false, "team.a-", 300_000, Map.of())));

        assertThat(result.failure()).isEmpty();
        String run = "team.a-" + result.run().id() + "-0";
        assertThat(topics).contains(run);
        assertThat(groups)
                .contains(run + "-subscription-0")
                .noneMatch(group -> group.startsWith("weir-" + result.run().id()));
        assertThat(result.durability().find(DurabilityKey.REPLICATION_FACTOR))
                .contains(DurabilityItem.of(DurabilityKey.REPLICATION_FACTOR, "1", DurabilitySource.TOPIC));
        assertThat(admin.topicsWithPrefix("team.a-", LIMIT)).isEmpty();
    }

    @Test
    void consumersOfExistingTopicsJoinTheGivenGroup() {
        RunResult result = runOnAnExistingTopic(Workloads.small());

        assertThat(result.failure()).isEmpty();
        assertThat(groups)
                .contains("payments")
                .noneMatch(group -> group.contains(result.run().id()));
        assertThat(result.reasons()).extracting(Reason::code).doesNotContain(ReasonCode.LEFT_ON_CLUSTER);
        assertThat(result.audit().violations().lost()).isZero();
    }

    @Test
    void subscriptionsDoNotShareAGivenGroup() {
        RunResult result = runOnAnExistingTopic(Workloads.small().subscriptionsPerTopic(2, 1));

        assertThat(result.failure()).contains("several subscriptions have group.id payments");
    }

    private RunResult runOnAnExistingTopic(Workloads workload) {
        admin.createTopics(List.of(new TopicSpec("borrowed", 2)), LIMIT);
        created.add("borrowed");
        return watched(
                workload.existing(List.of("borrowed")).build(),
                config.withConsumerConfig(Map.of("group.id", "payments")));
    }

    /** Makes a run, and notes which topics and groups there are meanwhile. */
    private RunResult watched(Workload workload, DriverConfig driven) {
        try (var cluster = new MiniCluster(1, folder).losingNothing()) {
            return cluster.run(workload, driven, (coordinator, tick) -> {
                topics.addAll(SharedCluster.answer(kafka.listTopics().names()));
                SharedCluster.answer(kafka.listGroups().all()).stream()
                        .map(GroupListing::groupId)
                        .forEach(groups::add);
            });
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
        return topic;
    }
}

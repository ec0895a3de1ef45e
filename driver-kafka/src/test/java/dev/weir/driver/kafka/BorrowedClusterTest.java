package dev.weir.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.MiniCluster;
import dev.weir.driver.Driver;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.TopicConfig;
import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.driver.durability.DurabilitySource;
import dev.weir.result.RunResult;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs on a cluster that belongs to others: names, numbers of replicas and groups are theirs. */
class BorrowedClusterTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Set<String> topics = new TreeSet<>();
    private final Set<String> groups = new TreeSet<>();

    @TempDir
    Path folder;

    @Test
    void namesBeginWithThePrefixAndTheBrokersDecideTheReplicas() {
        DriverConfig config = with(new TopicConfig(-1, false, "team.a-", 300_000, Map.of()), Map.of());
        RunResult result = run(Workloads.small().build(), config);

        assertThat(result.failure()).isEmpty();
        String run = "team.a-" + result.run().id() + "-0";
        assertThat(topics).contains(run);
        assertThat(groups)
                .contains(run + "-subscription-0")
                .noneMatch(group -> group.startsWith("weir-" + result.run().id()));
        assertThat(result.durability().find(DurabilityKey.REPLICATION_FACTOR))
                .contains(DurabilityItem.of(DurabilityKey.REPLICATION_FACTOR, "1", DurabilitySource.TOPIC));
        try (Driver driver = new KafkaDriverFactory().open(config);
                var admin = driver.openAdmin()) {
            assertThat(admin.topicsWithPrefix("team.a-", LIMIT)).isEmpty();
        }
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
        DriverConfig config = with(TopicConfig.DEFAULT, Map.of("group.id", "payments"));
        try (Driver driver = new KafkaDriverFactory().open(config);
                var admin = driver.openAdmin()) {
            admin.createTopics(List.of(new TopicSpec("borrowed", 2)), LIMIT);
            try {
                return run(workload.existing(List.of("borrowed")).build(), config);
            } finally {
                admin.deleteTopics(List.of("borrowed"), LIMIT);
            }
        }
    }

    private static DriverConfig with(TopicConfig topics, Map<String, String> consumer) {
        return SharedCluster.withTopics(SharedCluster.config("kafka").withConsumerConfig(consumer), topics);
    }

    /** Makes a run, and notes which topics and groups there are meanwhile. */
    private RunResult run(Workload workload, DriverConfig config) {
        try (var kafka = Admin.create(Map.copyOf(config.clients().common()));
                var cluster = new MiniCluster(1, folder).losingNothing()) {
            return cluster.run(workload, config, (coordinator, tick) -> {
                topics.addAll(SharedCluster.answer(kafka.listTopics().names()));
                SharedCluster.answer(kafka.listGroups().all()).stream()
                        .map(GroupListing::groupId)
                        .forEach(groups::add);
            });
        }
    }
}

package dev.weir.driver.kafka.admin;

import static dev.weir.driver.kafka.SharedCluster.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.weir.driver.RecordedReceipts;
import dev.weir.driver.admin.LogRange;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.client.Consumer;
import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.client.ReadFrom;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.kafka.Denial;
import dev.weir.driver.kafka.Intercepted;
import dev.weir.driver.kafka.KafkaDriver;
import dev.weir.driver.kafka.embedded.TestClusters;
import dev.weir.driver.share.ShareGroupSpec;
import dev.weir.driver.share.ShareListener;
import dev.weir.driver.share.ShareReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KafkaDriverAdminTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** One group has a member, and the settings of another may not be read. */
    @Test
    void deletesAllGroupsOfATopicThatItCanDelete() {
        String topic = "groups-" + UUID.randomUUID();
        String members = topic + "-members";
        String refused = topic + "-refused";
        String shares = topic + "-shares";
        Denial denied = Denial.of(AclOperation.DESCRIBE_CONFIGS, ResourceType.GROUP, refused);
        DriverConfig config = TestClusters.undisturbed().driverConfig();
        KafkaDriver driver = new KafkaDriver(config, "Kafka");
        try (var admin = driver.openAdmin();
                var kafka = Admin.create(Map.copyOf(config.clients().common()))) {
            admin.createTopics(List.of(new TopicSpec(topic, 1)), LIMIT);
            try (Consumer consumer =
                    driver.openConsumer(new ConsumerSpec(topic, topic, 1, members), new RecordedReceipts())) {
                await().atMost(LIMIT).until(consumer::isAssigned);
                for (String group : List.of(refused, shares)) {
                    admin.configureShareGroups(
                            List.of(new ShareGroupSpec(group, ReadFrom.RUN, false, false, Map.of())), LIMIT);
                    join(driver, topic, group);
                }
                denied.impose(kafka);
                await("that the settings of " + refused + " may not be read")
                        .atMost(LIMIT)
                        .until(() ->
                                catchThrowable(() -> settings(kafka, refused).join()) != null);

                admin.deleteTopics(List.of(topic), LIMIT);

                assertThat(answer(kafka.listGroups().all()))
                        .extracting(GroupListing::groupId)
                        .contains(members, refused)
                        .doesNotContain(shares);
                // The broker applies what the controller has accepted a moment later.
                await("that the settings of " + shares + " are gone")
                        .atMost(LIMIT)
                        .until(() -> settings(kafka, shares).join().isEmpty());
                denied.end(kafka);
            }
        }
    }

    private static void join(KafkaDriver driver, String topic, String group) {
        var ignoring = Intercepted.listener(ShareListener.class, (method, arguments) -> {});
        try (ShareReader reader = driver.shares()
                .orElseThrow()
                .openShareReader(new ConsumerSpec(group, topic, 1, group), false, ignoring)) {
            await().pollInSameThread().pollDelay(Duration.ZERO).atMost(LIMIT).until(() -> {
                reader.poll(Duration.ofMillis(100));
                return reader.isAssigned();
            });
        }
    }

    /** Those that were set for the group, once the broker has answered. */
    private static CompletableFuture<List<ConfigEntry>> settings(Admin kafka, String group) {
        var resource = new ConfigResource(ConfigResource.Type.GROUP, group);
        return kafka.describeConfigs(List.of(resource))
                .all()
                .thenApply(all -> Objects.requireNonNull(all.get(resource)).entries().stream()
                        .filter(entry -> entry.source() == ConfigEntry.ConfigSource.DYNAMIC_GROUP_CONFIG)
                        .toList())
                .toCompletionStage()
                .toCompletableFuture();
    }

    @Test
    void aLogThatHasLostItsEndBetweenTheAnswersIsEmpty() {
        assertThat(KafkaDriverAdmin.range(2, 5, 2, Optional.empty())).isEqualTo(new LogRange(2, 5));
        assertThat(KafkaDriverAdmin.range(5, 2, 5, Optional.empty())).isEqualTo(new LogRange(2, 2));
        assertThat(KafkaDriverAdmin.range(2, 5, 4, Optional.empty()))
                .isEqualTo(new LogRange(2, 5, 4, OptionalInt.empty()));
        assertThat(KafkaDriverAdmin.range(2, 5, 9, Optional.empty()))
                .isEqualTo(new LogRange(2, 5, 5, OptionalInt.empty()));
    }

    @ParameterizedTest
    @CsvSource({
        "redpanda.4f2a36c8-6a0c-4a6b-9d4f-1f0c2c5b8a11, Redpanda, true",
        "redpanda.initializing, Redpanda, false",
        "MkU3OEVBNTcwNTJENDM2Qk, Kafka, true",
        "kfake, '', true",
        "'', '', false"
    })
    void theIdOfAClusterIdentifiesTheSystem(String id, String system, boolean isId) {
        assertThat(ClusterFacts.known(id).orElse("")).isEqualTo(system);
        assertThat(ClusterFacts.isId(id)).isEqualTo(isId);
    }
}

package dev.weir.driver.redpanda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.driver.DriverContract;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.admin.LogRange;
import dev.weir.driver.admin.RunMark;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.admin.TopicState;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.TopicConfig;
import dev.weir.driver.durability.Durability;
import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.driver.durability.DurabilitySource;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.SharedCluster;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a server with the versions of requests and the properties of topics that a Redpanda 23.1.7 had. */
class Redpanda231ContractTest extends DriverContract {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    /** It is built first. Shared, because a subclass runs beside this class. */
    @BeforeAll
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    static void startServer() {
        Kfake.sharedAsRedpanda231();
    }

    @Override
    protected DriverFactory factory() {
        return new RedpandaDriverFactory();
    }

    @Override
    protected DriverConfig config() {
        return Kfake.sharedAsRedpanda231().config();
    }

    @ParameterizedTest
    @ValueSource(strings = {"write.caching=true", "flush.ms=1", "no.such.thing=1", "min.insync.replicas=2"})
    void aPropertyThatTheClusterIgnoresFailsTheCreationWithItsName(String property) {
        String topic = topicName("ignored");
        String name = property.substring(0, property.indexOf('='));

        assertThatThrownBy(() ->
                        create(topic, Map.of(name, property.substring(name.length() + 1), "retention.ms", "60000")))
                .isInstanceOf(DriverException.class)
                .hasMessageContainingAll(
                        property + " was requested, and the topic has no " + name,
                        "on Redpanda, whose version is unknown,")
                .hasMessageNotContaining("retention.ms");

        assertThat(admin().topicsWithPrefix(topic, LIMIT)).isEmpty();
    }

    /** A version without write caching does what write.caching=false requests, and the other two as well. */
    @Test
    void aPropertyWithoutWhichTheClusterActsAlikeIsNoProblem() {
        String topic = topicName("alike");

        create(
                topic,
                Map.of(
                        "write.caching", "false",
                        "min.insync.replicas", "1",
                        "unclean.leader.election.enable", "false",
                        "cleanup.policy", " DELETE",
                        "retention.ms", "-1"));

        assertThat(admin().topicsWithPrefix(topic, LIMIT)).containsExactly(topic);
        assertThat(admin().durability(List.of(topic), LIMIT).find(DurabilityKey.FSYNC))
                .contains(new DurabilityItem(
                        DurabilityKey.FSYNC,
                        Durability.BEFORE_ACKNOWLEDGEMENT,
                        DurabilitySource.SYSTEM,
                        "this version has no write caching, which came with Redpanda 24.1"));
    }

    @Test
    void theVersionOfTheAdminApiIsInPromisesAndRefusals() throws IOException {
        String topic = topic("versioned", 1);
        String version = "v23.1.7 - 8ce86e4f09";
        try (var adminApi = new FakeAdminApi();
                var opened = factory()
                        .open(with(Map.of("write.caching", "true"))
                                .withSettings(Map.of("adminHosts", adminApi.host())));
                var admin = opened.openAdmin()) {
            assertThat(admin.durability(List.of(topic), LIMIT).items())
                    .contains(DurabilityItem.of(DurabilityKey.BROKER_VERSION, version, DurabilitySource.CLUSTER));
            assertThatThrownBy(() -> admin.createTopics(List.of(new TopicSpec(topicName("refused"), 1)), LIMIT))
                    .hasMessageContainingAll(
                            "on Redpanda " + version,
                            "write.caching=true was requested, and the topic has no write.caching",
                            "Write caching came with Redpanda 24.1",
                            "pairs/fsync.yaml");
        }
    }

    @Test
    void aTopicThatWasCreatedAgainIsKnownByItsLog() {
        String topic = topic("again", 1);
        sendAndAwait(producer(topic, 1), consumer(topic, 1, "control"), 0, 10);
        LogRange before = only(topic);
        assertThat(admin().topicStates(List.of(topic), LIMIT))
                .containsEntry(topic, new TopicState(Optional.empty(), false));

        admin().deleteTopics(List.of(topic), LIMIT);
        assertThat(admin().topicStates(List.of(topic), LIMIT)).isEmpty();
        create(topic, Map.of());

        assertThat(only(topic).isOfAnotherLogThan(before, 10)).isTrue();
    }

    @Test
    void theRunThatMarkedItsTopicIsFoundUnderWayAndEnded() throws Exception {
        String topic = topic("marked", 1);
        String mark = topic + "-mark";
        RunMark marked = opening(admin().mark(mark, topic));
        try (Admin client = client()) {
            awaitUntil("the mark", () -> underWay(mark, topic).contains("its coordinator is connected"));
            awaitUntil(
                    "its offset",
                    () -> !client.listConsumerGroupOffsets(mark)
                            .partitionsToOffsetAndMetadata()
                            .get()
                            .isEmpty());
        }

        marked.close();

        awaitUntil("the end of the mark", () -> underWay(mark, topic).isEmpty());
    }

    @Test
    void theGroupsOfADeletedTopicAreDeleted() throws Exception {
        String topic = topic("grouped", 1);
        String group = topic + "-subscription-0";
        try (Admin client = client()) {
            client.alterConsumerGroupOffsets(group, Map.of(new TopicPartition(topic, 0), new OffsetAndMetadata(0)))
                    .all()
                    .get();
            assertThat(client.listGroups().all().get())
                    .extracting(GroupListing::groupId)
                    .contains(group);

            admin().deleteTopics(List.of(topic), LIMIT);

            assertThat(client.listGroups().all().get())
                    .extracting(GroupListing::groupId)
                    .doesNotContain(group);
        }
    }

    private Admin client() {
        return Admin.create(Map.copyOf(config().clients().common()));
    }

    private String underWay(String mark, String topic) {
        return admin().mayBeUnderWay(Map.of(mark, List.of(topic)), LIMIT).getOrDefault(mark, "");
    }

    @Test
    void whatTheClusterDoesNotHaveIsUnknownOrRefused() {
        assertThat(admin().facts(LIMIT))
                .containsEntry("system", "Redpanda")
                .containsEntry("brokers", "1")
                .doesNotContainKey("feature.metadata.version");
        assertThat(admin().rightDriver(LIMIT)).isEmpty();
        assertThat(admin().clusterSettings()).isEmpty();
        assertThat(admin().missingForConsumers(
                                config().withConsumerConfig(Map.of("group.protocol", "consumer")), LIMIT))
                .isPresent();
        assertThatThrownBy(() -> admin().configureShareGroups(List.of(), LIMIT))
                .hasMessageContaining("this cluster has no share groups");
    }

    /** The file has Kafka's property for tiered storage, and the topic exists already. */
    @Test
    void theBoundsOfLogsNeedNoRequestForTheirLocalParts() {
        String topic = topic("local", 1);
        try (var opened = factory().open(with(Map.of("remote.storage.enable", "true")));
                var admin = opened.openAdmin()) {
            assertThat(admin.logRanges(List.of(new TopicSpec(topic, 1)), LIMIT))
                    .containsEntry(topic, List.of(only(topic)));
        }
    }

    private LogRange only(String topic) {
        return Objects.requireNonNull(admin().logRanges(List.of(new TopicSpec(topic, 1)), LIMIT)
                        .get(topic))
                .get(0);
    }

    private void create(String topic, Map<String, String> properties) {
        try (var opened = factory().open(with(properties));
                var admin = opened.openAdmin()) {
            admin.createTopics(List.of(new TopicSpec(topic, 1)), LIMIT);
        }
    }

    private DriverConfig with(Map<String, String> topicProperties) {
        return SharedCluster.withTopics(config(), new TopicConfig(1, false, topicProperties));
    }
}

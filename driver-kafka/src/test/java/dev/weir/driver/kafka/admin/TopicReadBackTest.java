package dev.weir.driver.kafka.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.TopicConfig;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.Intercepted;
import dev.weir.driver.kafka.SharedCluster;
import dev.weir.driver.kafka.config.KafkaPromises;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.DescribeConfigsResult;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopicReadBackTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final String topic = "read-back-" + UUID.randomUUID();

    @ParameterizedTest
    @CsvSource({
        "TRUE, true, true",
        "0.50, 0.5, true",
        "'compact, delete', 'delete,compact', true",
        "-1, -1, true",
        "zstd, ZSTD, true",
        "-1, 0, false",
        "60000, 60001, false",
        "compact, 'compact,delete', false",
        "true, false, false"
    })
    void normalizedValuesAreTheSame(String requested, String actual, boolean same) {
        assertThat(TopicReadBack.isSame(requested, actual)).isEqualTo(same);
    }

    /** Brokers may normalize what was requested. */
    @Test
    void aPropertyThatIsMissingOrDiffersFailsTheCreation() {
        var properties = Map.of(
                "flush.messages", "1",
                "retention.ms", "60000",
                "segment.bytes", "1048576",
                "retention.bytes", "-1",
                "cleanup.policy", "delete, compact",
                "min.cleanable.dirty.ratio", "0.50",
                "unclean.leader.election.enable", "TRUE");
        Function<Config, Config> altering = described -> new Config(described.entries().stream()
                .filter(entry -> !entry.name().equals("flush.messages"))
                .map(entry ->
                        entry.name().equals("retention.ms") ? new ConfigEntry("retention.ms", "604800000") : entry)
                .toList());

        try (var admin = admin(properties, described -> described.thenApply(altering::apply))) {
            assertThatThrownBy(() -> admin.createTopics(List.of(new TopicSpec(topic, 1)), LIMIT))
                    .isInstanceOf(DriverException.class)
                    .hasMessageContaining("topic " + topic + " on Kafka metadata.version ")
                    .hasMessageContaining("flush.messages=1 was requested, and the topic has no flush.messages")
                    .hasMessageContaining("Remove flush.messages from topicConfig")
                    .hasMessageContaining("retention.ms=60000 was requested, and the topic has retention.ms=604800000")
                    .hasMessageNotContainingAny(
                            "segment.bytes", "retention.bytes", "cleanup", "dirty.ratio", "unclean");
            assertThat(admin.topicsWithPrefix(topic, LIMIT)).isEmpty();
        }
    }

    /** The user may create topics and not read their properties: then the file is no evidence. */
    @Test
    void propertiesThatTheUserMayNotReadAreUnknown() {
        Function<KafkaFuture<Config>, KafkaFuture<Config>> refusing = described -> {
            var refused = new KafkaFutureImpl<Config>();
            refused.completeExceptionally(new TopicAuthorizationException(topic));
            return refused;
        };

        try (var admin = admin(Map.of("flush.messages", "1"), refusing)) {
            admin.createTopics(List.of(new TopicSpec(topic, 1)), LIMIT);
            var found = admin.durability(List.of(topic), LIMIT);
            assertThat(found.find(DurabilityKey.FSYNC)).isPresent();
            assertThat(found.knows(DurabilityKey.FSYNC)).isFalse();
            admin.deleteTopics(List.of(topic), LIMIT);
        }
    }

    private static KafkaDriverAdmin admin(
            Map<String, String> properties, Function<KafkaFuture<Config>, KafkaFuture<Config>> answer) {
        DriverConfig shared = SharedCluster.config("kafka");
        DriverConfig config = SharedCluster.withTopics(shared, new TopicConfig(1, false, properties));
        Admin real = Admin.create(Map.copyOf(shared.clients().common()));
        Admin altered = Intercepted.of(
                Admin.class,
                real,
                (method, arguments, original) -> method.equals("describeConfigs")
                        ? altered(
                                (Collection<?>) arguments[0],
                                (DescribeConfigsResult) Objects.requireNonNull(original.call()),
                                answer)
                        : original.call());
        return new KafkaDriverAdmin(altered, config, "Kafka", new KafkaPromises());
    }

    /** Changes the answer about topics; that about brokers stays. */
    private static DescribeConfigsResult altered(
            Collection<?> resources,
            DescribeConfigsResult described,
            Function<KafkaFuture<Config>, KafkaFuture<Config>> answer) {
        if (resources.stream().anyMatch(each -> ((ConfigResource) each).type() != ConfigResource.Type.TOPIC)) {
            return described;
        }
        Map<ConfigResource, KafkaFuture<Config>> values = new HashMap<>();
        described.values().forEach((resource, value) -> values.put(resource, answer.apply(value)));
        return new DescribeConfigsResult(values) {};
    }
}

package dev.weir.driver.kafka.config;

import static dev.weir.driver.kafka.config.GivenConfig.config;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.durability.Durability;
import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.driver.durability.DurabilitySource;
import dev.weir.driver.kafka.KafkaDriverFactory;
import dev.weir.result.ComparedSystem;
import dev.weir.result.stored.Comparability;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientViewTest {
    private static final KafkaDriverFactory FACTORY = new KafkaDriverFactory();

    @Test
    void aDefaultThatIsWrittenIsEqualToOneThatIsLeftOut() {
        DriverConfig written = config(
                "topic.min.insync.replicas=2",
                "producer.acks=-1",
                "producer.linger.ms=5",
                "producer.batch.size=16384",
                "producer.enable.idempotence=true",
                "producer.security.protocol=PLAINTEXT");

        assertThat(compare(written, config("topic.min.insync.replicas=2"))).doesNotContain("unequal", "noted");
    }

    /** The client turns idempotence off by itself; the warning names both and repeats nothing. */
    @Test
    void settingsThatDifferAreNamedOnce() {
        assertThat(compare(config("producer.acks=1", "producer.linger.ms=0"), config("producer.linger.ms=10")))
                .startsWith(
                        "unequal: acks 1 | all, idempotence false | true, producerConfig.linger.ms 0 | 10; unknown: ");
    }

    @Test
    void topicsAreComparedByTheirPropertiesInTheFile() {
        assertThat(compare(config("topic.segment.bytes=1048576"), config()))
                .contains("topicConfig.segment.bytes 1048576 | not set");
    }

    @Test
    void propertiesOfPlugInsAreComparedAndAddressesAreNot() {
        DriverConfig one = config("producer.of.a.plug.in=x", "producer.bootstrap.servers=a:1");
        DriverConfig other = config("producer.of.a.plug.in=y", "producer.bootstrap.servers=b:1");

        // The values may be secrets of the plug-in.
        assertThat(compare(one, other))
                .containsPattern(
                        "^unequal: producerConfig.of.a.plug.in \\[hidden] ([0-9a-f]{8}) \\| \\[hidden] (?!\\1)");
    }

    @Test
    void reportsWhatTheFileAloneDecides() {
        Durability file = FACTORY.durability(config(
                3,
                "topic.flush.messages=1",
                "producer.security.protocol=SASL_SSL",
                "producer.sasl.mechanism=SCRAM-SHA-512"));

        assertThat(file.find(DurabilityKey.ACKS))
                .contains(DurabilityItem.of(DurabilityKey.ACKS, "all", DurabilitySource.CLIENT));
        assertThat(file.find(DurabilityKey.REPLICATION_FACTOR))
                .contains(DurabilityItem.of(DurabilityKey.REPLICATION_FACTOR, "3", DurabilitySource.DRIVER_FILE));
        assertThat(value(file, DurabilityKey.SECURITY_PROTOCOL)).isEqualTo("PLAINTEXT and SASL_SSL");
        assertThat(value(file, DurabilityKey.SASL_MECHANISM)).isEqualTo("GSSAPI and SCRAM-SHA-512");
        assertThat(value(file, DurabilityKey.FSYNC)).isEqualTo(Durability.BEFORE_ACKNOWLEDGEMENT);
        assertThat(value(file, DurabilityKey.CLIENT_VERSION)).startsWith("kafka-clients 4.");
        assertThat(file.knows(DurabilityKey.MIN_INSYNC_REPLICAS)).isFalse();
        assertThat(file.knows(DurabilityKey.UNCLEAN_LEADER_ELECTION)).isFalse();
    }

    /** Properties as brokers tell them; {@code never} is Kafka's largest number. */
    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            all, 1, never, -, before acknowledgement, flush.messages=1
            0, 1, never, -, every 1 message, flush.messages=1
            all, never, never, never, by the operating system, ''
            all, 500, never, -, every 500 messages, ''
            all, 500, 1000, 3000, every 500 messages or 1000 ms, brokers check every 3000 ms
            1, never, 1000, never, by the operating system, flush.ms 1000 is accepted but ignored: the brokers have no log.flush.scheduler.interval.ms
            all, never, 1000, -, unknown, whether brokers obey flush.ms depends on their log.flush.scheduler.interval.ms
            all, -, never, never, unknown, the cluster decides
            """)
    void saysWhenACopyGoesToTheDisk(
            String acks, String messages, String millis, String flusher, String value, String note) {
        Map<String, TopicProperties.Value> properties = new TreeMap<>();
        put("flush.messages", messages, properties);
        put("flush.ms", millis, properties);
        put(KafkaPromises.FLUSHER, flusher, properties);

        var promised = new Durability(new KafkaPromises().items(acks, 3, new TopicProperties(properties, true)));

        DurabilityItem fsync = promised.find(DurabilityKey.FSYNC).orElseThrow();
        assertThat(fsync.value()).isEqualTo(value);
        assertThat(fsync.note()).isEqualTo(note);
    }

    @Test
    void inSyncReplicasHaveNoEffectWithAcks1() {
        var properties = new TopicProperties(
                Map.of("min.insync.replicas", new TopicProperties.Value("2", DurabilitySource.TOPIC)), true);

        Map.of("1", "without effect", "all", "2").forEach((acks, effect) -> {
            var promised = new Durability(new KafkaPromises().items(acks, 3, properties));
            assertThat(value(promised, DurabilityKey.MIN_INSYNC_REPLICAS)).isEqualTo(effect);
        });
    }

    /** Secrets do not get into what is compared, printed and written. */
    @Test
    void hidesSecrets() {
        DriverConfig config = config("producer.ssl.key.password=hunter2", "producer.sasl.jaas.config=hunter2");

        assertThat(FACTORY.clientSettings(config).toString()).doesNotContain("hunter2");
    }

    /** Results that are stored already have this name. */
    @Test
    void namesItsConsumerView() {
        assertThat(FACTORY.clientSettings(config("consumer.group.instance.id=c-{consumer}"))
                        .consumer())
                .containsEntry("group.instance.id", "c-view");
    }

    private static void put(String name, String text, Map<String, TopicProperties.Value> properties) {
        if (text != null) {
            String value = text.equals("never") ? String.valueOf(Long.MAX_VALUE) : text;
            properties.put(name, new TopicProperties.Value(value, DurabilitySource.TOPIC));
        }
    }

    private static String value(Durability durability, DurabilityKey key) {
        return durability.find(key).orElseThrow().value();
    }

    private static String compare(DriverConfig one, DriverConfig other) {
        return Comparability.of(
                        List.of(
                                ComparedSystem.of("one", FACTORY, one, Optional.empty()),
                                ComparedSystem.of("other", FACTORY, other, Optional.empty())),
                        Set.of())
                .text();
    }
}

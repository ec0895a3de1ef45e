package dev.weir.driver.kafka.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.ClientUse;
import dev.weir.driver.config.ClientUse.MessageBytes;
import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.TopicConfig;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.record.internal.AbstractRecords;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UseCheckTest {
    private static final Header[] HEADERS = {new RecordHeader("weir", new byte[32])};

    /** The limits are those of Kafka's own producer and broker, to the byte. */
    @ParameterizedTest
    @CsvSource({"-1, 100, false", "10, 100, true", "1024, 2097152, false", "-1, 1048576, true"})
    void countsWhatTheClientAndTheBrokerCount(int key, int value, boolean header) {
        byte[] keyBytes = key < 0 ? null : new byte[key];
        Header[] headers = header ? HEADERS : new Header[0];
        int atClient = AbstractRecords.estimateSizeInBytesUpperBound(
                RecordBatch.CURRENT_MAGIC_VALUE, CompressionType.NONE, keyBytes, new byte[value], headers);
        int atBroker = MemoryRecords.withRecords(
                        Compression.NONE, new SimpleRecord(1, keyBytes, new byte[value], headers))
                .sizeInBytes();
        var message = new MessageBytes(key, value, header ? Map.of("weir", 32) : Map.of());

        assertThat(errors(with(atClient, atBroker), message)).isEmpty();
        assertThat(errors(with(atClient - 1, atBroker), message))
                .singleElement()
                .satisfies(problem -> assertThat(problem.property()).isEqualTo("max.request.size"))
                .satisfies(problem -> assertThat(problem.message()).contains("at least " + atClient));
        assertThat(errors(with(atClient, atBroker - 1), message))
                .singleElement()
                .satisfies(problem -> assertThat(problem.property()).isEqualTo("max.message.bytes"))
                .satisfies(problem -> assertThat(problem.message()).contains("at least " + atBroker));
    }

    @Test
    void knowsTheDefaultOfBrokersAndTheCompressionOfProducers() {
        var message = new MessageBytes(-1, 2_000_000, Map.of());
        DriverConfig large = driver(Map.of(), Map.of("max.request.size", "3000000"), Map.of(), Map.of());
        DriverConfig compressed = driver(
                Map.of(),
                Map.of("max.request.size", "3000000", "compression.type", "lz4"),
                Map.of(),
                Map.of("max.message.bytes", "1000"));

        assertThat(UseCheck.problems(large, use(message)))
                .singleElement()
                .matches(problem -> !problem.refuses() && problem.message().contains("1048588 by default"));
        assertThat(UseCheck.problems(compressed, use(message)))
                .singleElement()
                .matches(problem -> !problem.refuses() && problem.property().equals("max.message.bytes"));
        assertThat(UseCheck.problems(with(3_000_000, 1000), new ClientUse(Optional.of(message), false, false, 1)))
                .as("on topics that exist")
                .isEmpty();
        assertThat(errors(
                        driver(Map.of(), Map.of("buffer.memory", "50000"), Map.of(), Map.of()),
                        new MessageBytes(10, 60_000, Map.of())))
                .extracting(ConfigProblem::property)
                .containsExactly("buffer.memory");
        assertThat(errors(
                        driver(Map.of(), Map.of(), Map.of(), Map.of("segment.bytes", "50000")),
                        new MessageBytes(10, 60_000, Map.of())))
                .extracting(ConfigProblem::property)
                .containsExactly("segment.bytes");
    }

    @Test
    void transactionsNeedAcknowledgementsAndKafkasClient() {
        var transactional = new ClientUse(Optional.empty(), true, true, 1);

        assertThat(UseCheck.problems(
                        driver(
                                Map.of("acks", "1"),
                                Map.of("enable.idempotence", "false"),
                                Map.of("isolation.level", "read_uncommitted"),
                                Map.of()),
                        transactional))
                .extracting(ConfigProblem::field, ConfigProblem::property, ConfigProblem::refuses)
                .containsExactlyInAnyOrder(
                        tuple("commonConfig", "acks", true),
                        tuple("producerConfig", "enable.idempotence", true),
                        tuple("consumerConfig", "isolation.level", false));
        assertThat(UseCheck.problems(DriverConfig.of("kafka").withSettings(Map.of("client", "wire")), transactional))
                .extracting(ConfigProblem::field)
                .containsExactly("client");
    }

    @Test
    void membersOfAGroupDiffer() {
        DriverConfig alike = driver(Map.of(), Map.of(), Map.of("group.instance.id", "one"), Map.of());
        DriverConfig own = driver(Map.of(), Map.of(), Map.of("group.instance.id", "c-{consumer}"), Map.of());

        assertThat(UseCheck.problems(alike, new ClientUse(Optional.empty(), true, false, 2)))
                .singleElement()
                .matches(problem -> problem.refuses() && problem.message().contains("write one-{consumer}"));
        assertThat(UseCheck.problems(alike, new ClientUse(Optional.empty(), true, false, 1)))
                .isEmpty();
        assertThat(UseCheck.problems(own, new ClientUse(Optional.empty(), true, false, 2)))
                .isEmpty();
    }

    private static List<ConfigProblem> errors(DriverConfig config, MessageBytes message) {
        return UseCheck.problems(config, use(message)).stream()
                .filter(ConfigProblem::refuses)
                .toList();
    }

    private static ClientUse use(MessageBytes message) {
        return new ClientUse(Optional.of(message), true, false, 1);
    }

    private static DriverConfig with(int maxRequest, int maxMessage) {
        return driver(
                Map.of(),
                Map.of("max.request.size", String.valueOf(maxRequest)),
                Map.of(),
                Map.of("max.message.bytes", String.valueOf(maxMessage)));
    }

    private static DriverConfig driver(
            Map<String, String> common,
            Map<String, String> producer,
            Map<String, String> consumer,
            Map<String, String> topics) {
        return new DriverConfig(
                "kafka",
                "kafka",
                new TopicConfig(1, false, topics),
                new ClientConfig(common, producer, consumer),
                Map.of());
    }
}

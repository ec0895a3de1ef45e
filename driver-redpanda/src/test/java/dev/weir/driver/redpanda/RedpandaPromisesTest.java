package dev.weir.driver.redpanda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.durability.Durability;
import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.driver.durability.DurabilitySource;
import dev.weir.driver.kafka.config.TopicProperties;
import dev.weir.driver.loading.Drivers;
import dev.weir.result.run.ComparedSystem;
import dev.weir.result.stored.Comparability;
import dev.weir.result.stored.Difference;
import dev.weir.workload.file.DriverFile;
import dev.weir.workload.yaml.Problems;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedpandaPromisesTest {

    /** @param described whether the cluster has described the topic; if not, the file does not say what the cluster decides */
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "true, all, false, -, before acknowledgement",
                "true, all, disabled, -, before acknowledgement",
                "true, all, true, -, after acknowledgement",
                "true, all, true, 100, every 100 ms or 262144 bytes",
                "true, 1, false, 100, every 100 ms or 262144 bytes",
                "true, 0, false, -, after acknowledgement",
                // Versions before 24.1 have none of these properties.
                "true, all, -, -, before acknowledgement",
                "true, 1, -, -, after acknowledgement",
                "false, all, false, -, before acknowledgement",
                "false, all, -, -, unknown",
                "false, all, true, -, unknown",
                "false, all, true, 100, every 100 ms or 262144 bytes",
                "false, 0, false, -, unknown"
            })
    void saysWhenACopyGoesToTheDisk(boolean described, String acks, String caching, String flushMillis, String fsync) {
        var properties = new TopicProperties(values(properties(caching, flushMillis)), described);

        assertThat(item(new Durability(new RedpandaPromises().items(acks, 3, properties)), DurabilityKey.FSYNC)
                        .value())
                .isEqualTo(fsync);
    }

    @Test
    void aVersionWithoutWriteCachingWaitsForTheDisk() {
        Durability described = promised("all", Map.of("cleanup.policy", "delete"));

        assertThat(item(described, DurabilityKey.WRITE_CACHING))
                .isEqualTo(new DurabilityItem(
                        DurabilityKey.WRITE_CACHING,
                        "false",
                        DurabilitySource.SYSTEM,
                        "this version has no write caching, which came with Redpanda 24.1"));
        assertThat(item(described, DurabilityKey.FSYNC).note()).contains("no write caching");
    }

    /** What is known of a topic that the user may not describe. */
    @ParameterizedTest
    @CsvSource({
        "v23.1.7 - 8ce86e4f09, before acknowledgement",
        "'v23.3.1 - 0123abc, v24.1.1 - 0123abc', unknown",
        "v24.2.1 - 0123abc, unknown",
        "'', unknown"
    })
    void theVersionAloneDecidesBeforeWriteCaching(String version, String fsync) {
        var known = new TopicProperties(values(Map.of("redpanda.version", version)), false);

        assertThat(item(new Durability(new RedpandaPromises().items("all", 3, known)), DurabilityKey.FSYNC)
                        .value())
                .isEqualTo(fsync);
    }

    private static Map<String, String> properties(String caching, String flushMillis) {
        Map<String, String> properties = new TreeMap<>();
        if (caching != null) {
            properties.put("write.caching", caching);
        }
        if (flushMillis != null) {
            properties.putAll(Map.of("flush.ms", flushMillis, "flush.bytes", "262144"));
        }
        return properties;
    }

    @Test
    void reportsIgnoredFields() {
        Durability promised = promised(
                "all",
                Map.of(
                        "write.caching", "false",
                        "min.insync.replicas", "1",
                        "flush.messages", "1",
                        "unclean.leader.election.enable", "true"));

        assertThat(item(promised, DurabilityKey.MIN_INSYNC_REPLICAS))
                .isEqualTo(new DurabilityItem(
                        DurabilityKey.MIN_INSYNC_REPLICAS,
                        "2",
                        DurabilitySource.SYSTEM,
                        "a majority; min.insync.replicas 1 is accepted but ignored"));
        assertThat(item(promised, DurabilityKey.FSYNC).note()).isEqualTo("flush.messages 1 is accepted but ignored");
        assertThat(item(promised, DurabilityKey.UNCLEAN_LEADER_ELECTION).value())
                .isEqualTo("false");
        assertThat(item(promised, DurabilityKey.UNCLEAN_LEADER_ELECTION).note())
                .isEqualTo("unclean.leader.election.enable true is accepted but ignored");
    }

    @Test
    void filesOfBothSystemsAreComparedByTheirPromises() {
        Comparability compared =
                Comparability.of(List.of(side("../driver-kafka/pairs/acks-1.yaml"), side("redpanda.yaml")), Set.of());

        assertThat(compared.of(Difference.Kind.UNEQUAL))
                .extracting(Difference::text)
                .containsExactly("acks 1 | all", "idempotence false | true", "minInsyncReplicas without effect | 2");
    }

    private static ComparedSystem side(String file) {
        var config = DriverFile.read(Path.of(file), Drivers.onClassPath(), new Problems())
                .orElseThrow();
        return ComparedSystem.of(
                config.name(), Drivers.onClassPath().find(config.driver()).orElseThrow(), config, Optional.empty());
    }

    private static DurabilityItem item(Durability durability, DurabilityKey key) {
        return durability.find(key).orElseThrow();
    }

    private static Durability promised(String acks, Map<String, String> properties) {
        return new Durability(new RedpandaPromises().items(acks, 3, new TopicProperties(values(properties), true)));
    }

    private static Map<String, TopicProperties.Value> values(Map<String, String> properties) {
        Map<String, TopicProperties.Value> values = new TreeMap<>();
        properties.forEach((name, text) -> values.put(name, new TopicProperties.Value(text, DurabilitySource.TOPIC)));
        return values;
    }
}

package dev.weir.driver.redpanda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.durability.Durability;
import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.driver.durability.DurabilitySource;
import dev.weir.driver.kafka.config.TopicProperties;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedpandaPromisesTest {

    /** @param described whether the cluster has described the topic; if not, the file does not say what the cluster decides */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            true  | all | write.caching=false                                  | before acknowledgement
            true  | all | write.caching=disabled                               | before acknowledgement
            true  | all | write.caching=true                                   | after acknowledgement
            true  | all | write.caching=true; flush.ms=100; flush.bytes=262144 | every 100 ms or 262144 bytes
            true  | 1   | write.caching=false; flush.ms=100; flush.bytes=262144| every 100 ms or 262144 bytes
            true  | 0   | write.caching=false                                  | after acknowledgement
            # Versions before 24.1 have none of these properties.
            true  | all | ''                                                   | before acknowledgement
            true  | 1   | ''                                                   | after acknowledgement
            false | all | write.caching=false                                  | before acknowledgement
            false | all | ''                                                   | unknown
            false | all | write.caching=true                                   | unknown
            false | all | write.caching=true; flush.ms=100; flush.bytes=262144 | every 100 ms or 262144 bytes
            false | 0   | write.caching=false                                  | unknown
            # Of a topic that the user may not describe, the version alone decides before write caching.
            false | all | redpanda.version=v23.1.7 - 8ce86e4f09                | before acknowledgement
            false | all | redpanda.version=v23.3.1 - 0123abc, v24.1.1 - 0123abc| unknown
            false | all | redpanda.version=v24.2.1 - 0123abc                   | unknown
            false | all | redpanda.version=                                    | unknown
            """)
    void saysWhenACopyGoesToTheDisk(boolean described, String acks, String properties, String fsync) {
        Map<String, String> given = new TreeMap<>();
        for (String property : properties.isEmpty() ? new String[0] : properties.split("; ", -1)) {
            String[] parts = property.split("=", 2);
            given.put(parts[0], parts[1]);
        }

        assertThat(item(promised(acks, given, described), DurabilityKey.FSYNC).value())
                .isEqualTo(fsync);
    }

    @Test
    void aVersionWithoutWriteCachingWaitsForTheDisk() {
        Durability described = promised("all", Map.of("cleanup.policy", "delete"), true);

        assertThat(item(described, DurabilityKey.WRITE_CACHING))
                .isEqualTo(new DurabilityItem(
                        DurabilityKey.WRITE_CACHING,
                        "false",
                        DurabilitySource.SYSTEM,
                        "this version has no write caching, which came with Redpanda 24.1"));
        assertThat(item(described, DurabilityKey.FSYNC).note()).contains("no write caching");
    }

    @Test
    void reportsIgnoredFields() {
        Durability promised = promised(
                "all",
                Map.of(
                        "write.caching", "false",
                        "min.insync.replicas", "1",
                        "flush.messages", "1",
                        "unclean.leader.election.enable", "true"),
                true);

        assertThat(item(promised, DurabilityKey.MIN_INSYNC_REPLICAS))
                .isEqualTo(new DurabilityItem(
                        DurabilityKey.MIN_INSYNC_REPLICAS,
                        "2",
                        DurabilitySource.SYSTEM,
                        "a majority; min.insync.replicas 1 is accepted but ignored"));
        assertThat(item(promised, DurabilityKey.FSYNC).note()).isEqualTo("flush.messages 1 is accepted but ignored");
        assertThat(item(promised, DurabilityKey.UNCLEAN_LEADER_ELECTION))
                .extracting(DurabilityItem::value, DurabilityItem::note)
                .containsExactly("false", "unclean.leader.election.enable true is accepted but ignored");
    }

    private static DurabilityItem item(Durability durability, DurabilityKey key) {
        return durability.find(key).orElseThrow();
    }

    private static Durability promised(String acks, Map<String, String> properties, boolean described) {
        Map<String, TopicProperties.Value> values = new TreeMap<>();
        properties.forEach((name, text) -> values.put(name, new TopicProperties.Value(text, DurabilitySource.TOPIC)));
        return new Durability(new RedpandaPromises().items(acks, 3, new TopicProperties(values, described)));
    }
}

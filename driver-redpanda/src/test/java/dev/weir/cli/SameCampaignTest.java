package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.driver.kafka.SharedCluster;
import dev.weir.driver.redpanda.Kfake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * One campaign over two systems with driver files that differ in nothing but the system: what comes out differs in
 * nothing else either. One is Kafka; the other is no Redpanda, but shares no more code with Kafka than that does.
 */
class SameCampaignTest extends CommandTest {
    /**
     * What can be in one result alone: facts about a system or this host; what happened in one run only, on a busy host also
     * latency spikes, outages and messages that were not sent; percentiles, which need enough samples; figures that are
     * unknown because an answer is missing; and what clients report last, which comes too late on a busy host.
     */
    private static final Pattern NOT_OF_EVERY_RUN = Pattern.compile(
            "^/weir/((provenance/system|harness|reasons|findings|events|partitions|audit/examples)/"
                    + "|latencySpikes|availability/.*/\\*)|[qQ]uantiles(Nanos)?/|greaterThan/|/lowerBoundHistogramNanos");

    /** It is built first. */
    @BeforeAll
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    static void startServer() {
        Kfake.shared();
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void resultsDifferInNothingButTheSystem() throws IOException {
        Files.writeString(workload, """
            topics: 1
            partitionsPerTopic: 3
            keyDistributor: KEY_ROUND_ROBIN
            messageSize: 200
            producersPerTopic: 2
            subscriptionsPerTopic: 2
            consumerPerSubscription: 2
            producerRate: 400
            warmupDuration: 1s
            testDuration: 3s
            sampleRateMillis: 1000
            order: interleaved
            steps:
              - {name: plain}
              - {name: transactions, transactions: {messages: 10, abortRatio: 0.2}}
            """);
        Path first = driverFile("Kafka", "kafka", SharedCluster.servers());
        Path second = driverFile("Redpanda", "redpanda", Kfake.shared().addresses());
        Path results = folder.resolve("results");

        succeeds("-d", first + "," + second, "-o", results, workload);

        // In the order in which they were run.
        List<JsonNode> all = new ArrayList<>();
        for (JsonNode run : json(results.resolve("index.json")).path("runs")) {
            all.add(json(results.resolve(run.path("result").asText())));
        }
        assertThat(all).hasSize(4).allSatisfy(SameCampaignTest::assertNothingIsLost);
        for (int i = 0; i < 4; i += 2) {
            JsonNode onKafka = all.get(i);
            JsonNode onOther = all.get(i + 1);
            assertThat(onKafka.path("driver").asText()).isEqualTo("Kafka");
            assertThat(onOther.path("driver").asText()).isEqualTo("Redpanda");
            assertThat(onOther.at("/weir/provenance/workload")).isEqualTo(onKafka.at("/weir/provenance/workload"));
            assertThat(withoutSystem(onOther)).isEqualTo(withoutSystem(onKafka));
            assertThat(onOther.at("/weir/provenance/system/client").asText())
                    .isEqualTo(onKafka.at("/weir/provenance/system/client").asText());
            assertThat(names(onOther)).containsExactlyInAnyOrderElementsOf(names(onKafka));
        }
    }

    private static void assertNothingIsLost(JsonNode result) {
        JsonNode audit = result.at("/weir/audit");
        assertThat(audit.path("verdict").asText()).as(audit.toString()).isEqualTo("clean");
        assertThat(audit.path("complete").asBoolean()).isTrue();
        assertThat(audit.path("acknowledged").asLong()).isGreaterThan(100);
        assertThat(audit.path("delivered").asLong())
                .isEqualTo(2 * audit.path("acknowledged").asLong());
        assertThat(audit.path("reordered").asLong()).isZero();
        boolean transactions = result.at("/weir/provenance/workload").has("transactions");
        assertThat(audit.path("aborted").asLong() > 0).isEqualTo(transactions);
    }

    private Path driverFile(String name, String driver, String servers) throws IOException {
        return write(driver + ".yaml", """
            name: %s
            driver: %s
            replicationFactor: 1
            commonConfig: |
              bootstrap.servers=%s
            producerConfig: |
              acks=all
              linger.ms=1
            consumerConfig: |
              enable.auto.commit=false
              offsetCommitLingerMs=1000
            """.formatted(name, driver, servers));
    }

    /** What the clients were told, but for where. */
    private static JsonNode withoutSystem(JsonNode result) {
        ObjectNode driver = result.at("/weir/provenance/driver").deepCopy();
        driver.remove(List.of("name", "driver"));
        driver.withObject("/commonConfig").remove("bootstrap.servers");
        return driver;
    }

    /** Of all that a result holds. */
    private static Set<String> names(JsonNode result) {
        var names = new TreeSet<String>();
        collect("", result, names);
        names.removeIf(name -> NOT_OF_EVERY_RUN.matcher(name).find());
        return names;
    }

    private static void collect(String path, JsonNode node, Set<String> names) {
        names.add(path);
        node.properties().forEach(entry -> collect(path + "/" + entry.getKey(), entry.getValue(), names));
        if (node.isArray()) {
            node.forEach(item -> collect(path + "/*", item, names));
        }
    }
}

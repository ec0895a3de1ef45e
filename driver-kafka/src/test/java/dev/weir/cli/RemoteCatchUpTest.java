package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** A backlog that is read from the remote store of the embedded Kafka. Only for the soak: it takes more than a minute. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
@EnabledIfSystemProperty(named = "weir.load.seconds", matches = "\\d+")
class RemoteCatchUpTest extends CommandTest {
    private static final int MESSAGE = 4096;
    private static final long BYTES_PER_SECOND = 6 << 20;

    /** The known answer: the store sends no more than its bandwidth, and eight reads at once keep it busy. */
    @Test
    void catchesUpAtTheBandwidthOfTheRemoteStore() throws IOException {
        Path driver = write("tiered.yaml", """
                driver: kafka
                embedded: true
                remoteStoreLatencyMillis: 20
                remoteStoreBytesPerSecond: %d
                topicConfig: {remote.storage.enable: true, segment.bytes: 1048576, local.retention.bytes: 1}
                consumerConfig: {auto.offset.reset: earliest, max.partition.fetch.bytes: 1048576}
                """.formatted(BYTES_PER_SECOND));
        Files.writeString(workload, """
                topics: 1
                partitionsPerTopic: 4
                messageSize: %d
                producersPerTopic: 1
                subscriptionsPerTopic: 1
                consumerPerSubscription: 4
                producerRate: 100
                backlogProducerRate: 2500
                drainProducerRate: 10
                warmupDuration: 1s
                testDuration: 0s
                sampleRateMillis: 1000
                consumerBacklogSizeGB: 0.06
                backlogRemoteRatio: 0.7
                """.formatted(MESSAGE));
        Path file = folder.resolve("r.json");

        succeeds("-q", "-d", driver, "-o", file, workload);

        JsonNode weir = json(file).path("weir");
        JsonNode backlog = weir.path("backlog");
        assertThat(weir.at("/provenance/driver/embedded").asText()).isEqualTo("true");
        assertThat(weir.at("/provenance/system/embedded.rsm.config.latency.ms").asText())
                .isEqualTo("20");
        assertThat(backlog.path("remoteRatio").asDouble()).isBetween(0.7, 1.0);
        double remoteBytes = backlog.path("builtMessages").asDouble()
                * backlog.path("remoteRatio").asDouble()
                * MESSAGE;
        double knownSeconds = remoteBytes / BYTES_PER_SECOND;
        assertThat(backlog.path("drainSeconds").asDouble()).isBetween(0.95 * knownSeconds, 3 * knownSeconds);
        Map<String, Double> totals = totals(weir.path("brokerMetrics"));
        double fetched = totals.getOrDefault("kafka_server_brokertopicmetrics_remotefetchbytes_total", 0.0);
        assertThat(fetched).isGreaterThan(0.9 * remoteBytes);
        assertThat(totals.getOrDefault("kafka_server_brokertopicmetrics_bytesout_total", 0.0))
                .isGreaterThan(fetched);
        assertThat(totals.getOrDefault("weir_remote_store_read_bytes_total", 0.0))
                .isGreaterThan(0.9 * remoteBytes);
        assertThat(totals.getOrDefault("kafka_server_brokertopicmetrics_remotefetchrequests_total", 0.0))
                .isPositive();
    }

    /** What counters came to over the load, by name; the rates are those of the intervals between scrapes. */
    private static Map<String, Double> totals(JsonNode metrics) {
        Map<String, Double> totals = new TreeMap<>();
        for (JsonNode series : metrics.at("/endpoints/0/series")) {
            double before = 0;
            for (int i = 0; i < series.path("values").size(); i++) {
                double end = metrics.path("endSeconds").path(i).asDouble();
                totals.merge(
                        series.path("name").asText(),
                        series.path("values").path(i).asDouble() * (end - before),
                        Double::sum);
                before = end;
            }
        }
        return totals;
    }
}

package dev.weir.driver.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.driver.config.DriverConfig;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One broker with a remote store, from which a plain consumer reads. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class TieredStorageTest {
    private static final String TOPIC = "tiered";
    private static final TopicPartition PARTITION = new TopicPartition(TOPIC, 0);
    private static final int MESSAGES = 24_000;
    private static final int BYTES = 1_000;
    private static final long BYTES_PER_SECOND = 8_000_000;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static final KafkaEmbeddedClusters CLUSTERS = new KafkaEmbeddedClusters();

    @Test
    void readsComeFromTheRemoteStoreNoFasterThanItsBandwidth() throws Exception {
        DriverConfig tiered = CLUSTERS.driverConfig(1)
                .withSettings(Map.of(
                        "embedded", "true",
                        "remoteStoreLatencyMillis", "20",
                        "remoteStoreBytesPerSecond", String.valueOf(BYTES_PER_SECOND)));
        try (var cluster = CLUSTERS.start(1, 0)) {
            String first = cluster.bootstrapServers();
            cluster.prepare(cluster.driverConfig());
            assertThat(cluster.driverConfig(cluster.driverConfig()).brokerMetrics())
                    .hasSize(1);
            long plain = cluster.processIds().get(0);

            cluster.prepare(tiered);

            assertThat(cluster.bootstrapServers()).isEqualTo(first);
            assertThat(cluster.processIds()).doesNotContain(plain);
            assertThat(cluster.deviations(tiered))
                    .containsEntry("rsm.config.latency.ms", "20")
                    .containsEntry("remote.log.storage.system.enable", "true");
            URI metrics = cluster.driverConfig(tiered).brokerMetrics().get(0).url();
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", first))) {
                admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1)
                                .configs(Map.of(
                                        "remote.storage.enable", "true",
                                        "segment.bytes", "1048576",
                                        "local.retention.bytes", "1"))))
                        .all()
                        .get();
                produce(first);
                long local = awaitTiering(admin);
                assertThat(counters(metrics).get("kafka_server_brokertopicmetrics_remotecopybytes_total"))
                        .isGreaterThan((double) local * BYTES);

                long began = System.nanoTime();
                long consumed = consume(first);
                double seconds = (System.nanoTime() - began) / 1e9;

                assertThat(consumed).isEqualTo(MESSAGES);
                Map<String, Double> read = counters(metrics);
                double remote = read.getOrDefault("weir_remote_store_read_bytes_total{kind=\"segment\"}", 0.0);
                double fetched = read.getOrDefault("kafka_server_brokertopicmetrics_remotefetchbytes_total", 0.0);
                // What has left the disk can only have come from the store: the broker counts the same bytes, but for
                // the ends of batches, which it reads and does not send.
                assertThat(fetched).isGreaterThan((double) local * BYTES);
                assertThat(remote).isBetween(0.95 * fetched, 1.2 * fetched);
                assertThat(read.get("kafka_server_brokertopicmetrics_bytesout_total"))
                        .isGreaterThanOrEqualTo(fetched);
                assertThat(read.get("weir_remote_store_requests_total{kind=\"segment\"}"))
                        .isPositive();
                assertThatPartsOfRequestsAddUp(read, "Produce");
                assertThatPartsOfRequestsAddUp(read, "FetchConsumer");
                assertThat(read).containsKeys("jvm_gc_collection_seconds_sum{gc=\"G1 Young Generation\"}");
                // The store's counters also have what was read ahead of the consumer. A busy host may be slower.
                assertThat(remote / seconds).isLessThan(1.05 * BYTES_PER_SECOND);
            }
            assertThat(cluster.directory().resolve("remote-store")).exists();
        }
    }

    private static void assertThatPartsOfRequestsAddUp(Map<String, Double> counters, String request) {
        double total = ofRequest(counters, "totaltimems_sum", request);
        double parts = Stream.of("requestqueue", "local", "remote", "throttle", "responsequeue", "responsesend")
                .mapToDouble(part -> ofRequest(counters, part + "timems_sum", request))
                .sum();
        double count = ofRequest(counters, "totaltimems_count", request);
        assertThat(count).isPositive();
        // The broker cuts each part to whole milliseconds.
        assertThat(parts).isBetween(total - 6 * count, total + count);
    }

    private static double ofRequest(Map<String, Double> counters, String name, String request) {
        return Objects.requireNonNull(
                counters.get("kafka_network_requestmetrics_" + name + "{request=\"" + request + "\"}"), name);
    }

    private static void produce(String servers) {
        Map<String, Object> properties = Map.of("bootstrap.servers", servers, "linger.ms", 5);
        try (var producer = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < MESSAGES; i++) {
                var ignored = producer.send(new ProducerRecord<>(TOPIC, new byte[BYTES]));
            }
        }
    }

    /** Waits until all but the newest segments are in the remote store alone; returns how many messages that are. */
    private static long awaitTiering(Admin admin) {
        long most = MESSAGES - 3L * 1_048_576 / BYTES;
        return await("segments in the remote store alone")
                .atMost(LIMIT)
                .until(
                        () -> admin.listOffsets(Map.of(PARTITION, OffsetSpec.earliestLocal()))
                                .partitionResult(PARTITION)
                                .get()
                                .offset(),
                        offset -> offset >= most);
    }

    private static long consume(String servers) {
        Map<String, Object> properties =
                Map.of("bootstrap.servers", servers, "auto.offset.reset", "earliest", "max.poll.records", 5_000);
        long consumed = 0;
        try (var consumer = new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(PARTITION));
            consumer.seekToBeginning(List.of(PARTITION));
            long end = System.nanoTime() + LIMIT.toNanos();
            while (consumed < MESSAGES && System.nanoTime() < end) {
                consumed += consumer.poll(Duration.ofSeconds(1)).count();
            }
        }
        return consumed;
    }

    private static Map<String, Double> counters(URI url) throws IOException, InterruptedException {
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(url).build(), HttpResponse.BodyHandlers.ofString());
        Map<String, Double> counters = new TreeMap<>();
        answer.body().lines().forEach(line -> {
            int space = line.lastIndexOf(' ');
            counters.put(line.substring(0, space), Double.valueOf(line.substring(space + 1)));
        });
        return counters;
    }
}

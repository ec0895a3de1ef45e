package dev.weir.driver.kafka.wire;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.driver.RecordedReceipts;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;

class WireFetcherTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** The sink lets a client see its topics and not read them. Kafka's network client would only log the error. */
    @Test
    void anErrorThatCannotPassEndsThePoll() {
        try (var sink = new AcknowledgingSink().with("topic", 1);
                var fetcher = new WireFetcher(config(sink), "topic", new RecordedReceipts())) {
            fetcher.add(0, 0);

            assertThatThrownBy(() -> poll(fetcher)).isInstanceOf(TopicAuthorizationException.class);
        }
    }

    private static void poll(WireFetcher fetcher) {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (System.nanoTime() < end) {
            fetcher.poll(100, true);
        }
    }

    private static ConsumerConfig config(AcknowledgingSink sink) {
        return new ConsumerConfig(Map.of(
                "bootstrap.servers",
                sink.bootstrapServers(),
                "client.id",
                "test",
                "key.deserializer",
                ByteArrayDeserializer.class,
                "value.deserializer",
                ByteArrayDeserializer.class));
    }
}

package dev.weir.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.Capability;
import dev.weir.driver.RecordedSends;
import dev.weir.driver.client.Producer;
import dev.weir.driver.client.ProducerSpec;
import dev.weir.driver.config.DriverConfig;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same with Weir's own client. */
class WireContractTest extends KafkaDriverContractTest {
    @Override
    protected DriverConfig config() {
        return super.config().withSettings(Map.of("client", "wire"));
    }

    @Test
    void offersOnlySendingAndReceiving() {
        assertThat(driver().transactions()).isEmpty();
        assertThat(driver().reads()).isEmpty();
        assertThat(driver().shares()).isEmpty();
        assertThat(factory().capabilities(config()))
                .contains(Capability.OWN_CONNECTIONS)
                .doesNotContain(Capability.SHARE_GROUPS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "snappy", "lz4", "zstd"})
    void deliversCompressedMessages(String codec) {
        String topic = topic("compressed-" + codec, 1);
        var received = consumer(topic, 1, "all");
        try (var driver = factory().open(SharedCluster.withProducer(config(), Map.of("compression.type", codec)))) {
            Producer producer = driver.openProducer(new ProducerSpec("compressing", topic, 1), new RecordedSends());
            for (int i = 0; i < 500; i++) {
                send(producer, 0, i);
            }
            awaitUntil("all", () -> received.count() == 500);
            producer.close();
        }
        assertThat(numbers(received.receipts()))
                .containsExactlyElementsOf(LongStream.range(0, 500).boxed().toList());
    }
}

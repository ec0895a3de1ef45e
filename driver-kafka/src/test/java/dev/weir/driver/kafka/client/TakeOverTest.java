package dev.weir.driver.kafka.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.DriverConfig;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TakeOverTest {
    @Test
    void reportsHowLongADeadClientBlocksOthers() {
        assertThat(takeOver(Map.of(), Map.of())).isEqualTo(Duration.ofSeconds(70));
        assertThat(takeOver(Map.of("transaction.timeout.ms", "900000"), Map.of()))
                .isEqualTo(Duration.ofSeconds(910));
        assertThat(takeOver(Map.of("transaction.timeout.ms", "10000"), Map.of("session.timeout.ms", "20000")))
                .isEqualTo(Duration.ofSeconds(30));
    }

    private static Duration takeOver(Map<String, String> producer, Map<String, String> consumer) {
        DriverConfig none = DriverConfig.of("kafka");
        return new KafkaDriver(none.withClients(new ClientConfig(none.clients().common(), producer, consumer)), "Kafka")
                .takeOver();
    }
}

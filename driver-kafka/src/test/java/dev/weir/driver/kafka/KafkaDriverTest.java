package dev.weir.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.driver.RecordedSends;
import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.durability.Guarantee;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.exception.FailureText;
import dev.weir.driver.kafka.config.FailureRemedy;
import dev.weir.driver.transaction.TransactionalSpec;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KafkaDriverTest {
    @Test
    void namesTheFirstCauseOfAClientThatCannotBeOpenedAndNothingAfterIt() {
        var cause = new IllegalArgumentException("Heartbeat must be set lower than the session timeout");

        assertThatThrownBy(() -> FailureRemedy.opened(DriverConfig.of("kafka"), "consumer a", () -> {
                    throw new KafkaException("Failed to construct kafka consumer", cause);
                }))
                .extracting(FailureText::of)
                .asString()
                .startsWith("consumer a cannot be opened: ")
                .contains("Heartbeat must be set lower than the session timeout")
                .doesNotContain("caused by");
    }

    @Test
    void reportsHowLongADeadClientBlocksOthers() {
        assertThat(driver(Map.of(), Map.of()).takeOver()).isEqualTo(Duration.ofSeconds(70));
        assertThat(driver(Map.of("transaction.timeout.ms", "900000"), Map.of()).takeOver())
                .isEqualTo(Duration.ofSeconds(910));
        assertThat(driver(Map.of("transaction.timeout.ms", "10000"), Map.of("session.timeout.ms", "20000"))
                        .takeOver())
                .isEqualTo(Duration.ofSeconds(30));
    }

    /** Acknowledgements that never come are not timed. Without a setting, the client decides by its other settings. */
    @ParameterizedTest
    @CsvSource({
        "'', true, EXACTLY_ONCE",
        "acks=all enable.idempotence=false, true, AT_LEAST_ONCE",
        "acks=1, true, NONE",
        "acks=0, false, NONE"
    })
    void acksAndIdempotenceDecideWhatAnAcknowledgementMeans(
            String properties, boolean acknowledges, Guarantee guarantee) {
        Map<String, String> producer = new TreeMap<>();
        for (String each : properties.isEmpty() ? new String[0] : properties.split(" ", -1)) {
            producer.put(each.split("=", 2)[0], each.split("=", 2)[1]);
        }
        KafkaDriver driver = driver(producer, Map.of());

        assertThat(driver.acknowledges()).isEqualTo(acknowledges);
        assertThat(driver.guarantee()).isEqualTo(guarantee);
    }

    @Test
    void opensNoTransactionalProducerWithoutAcknowledgementsOfAllReplicas() {
        KafkaDriver driver = driver(Map.of("acks", "1"), Map.of());

        assertThatThrownBy(() -> driver.transactions()
                        .orElseThrow()
                        .openProducer(new TransactionalSpec("client", "id"), new RecordedSends()))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("acks must be");
    }

    private static KafkaDriver driver(Map<String, String> producer, Map<String, String> consumer) {
        return new KafkaDriver(
                DriverConfig.of("kafka")
                        .withClients(new ClientConfig(Map.of("bootstrap.servers", "a:1"), producer, consumer)),
                "Kafka");
    }
}

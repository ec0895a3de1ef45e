package dev.weir.driver.kafka.client;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.FailureText;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;

class ClientOpeningTest {
    @Test
    void namesTheFirstCauseOfAClientThatCannotBeOpenedAndNothingAfterIt() {
        var cause = new IllegalArgumentException("Heartbeat must be set lower than the session timeout");

        assertThatThrownBy(() -> KafkaDriver.made(DriverConfig.of("kafka"), "consumer a", () -> {
                    throw new KafkaException("Failed to construct kafka consumer", cause);
                }))
                .extracting(FailureText::of)
                .asString()
                .startsWith("consumer a cannot be opened: ")
                .contains("Heartbeat must be set lower than the session timeout")
                .doesNotContain("caused by");
    }
}

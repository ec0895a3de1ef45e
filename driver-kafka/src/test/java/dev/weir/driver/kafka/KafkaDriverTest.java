package dev.weir.driver.kafka;

import static dev.weir.driver.kafka.config.GivenConfig.config;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.driver.RecordedSends;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.durability.Guarantee;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.exception.FailureText;
import dev.weir.driver.kafka.config.FailureRemedy;
import dev.weir.driver.transaction.TransactionalSpec;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
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

    /** Of an exception and its superclasses, the nearest one that has a remedy decides. */
    @Test
    void namesTheRemedyOfTheNearestException() {
        var lacking = new ExecutionException(new UnsupportedVersionException("no share groups"));
        var refused = new InvalidConfigurationException("no such value");

        assertThat(FailureRemedy.text(lacking)).contains("; these brokers lack a feature");
        assertThat(FailureRemedy.text(refused)).endsWith("; change the value that these brokers refuse");
        assertThat(FailureRemedy.ofPermanent(new TimeoutException("late"))).isEmpty();
    }

    @Test
    void reportsHowLongADeadClientBlocksOthers() {
        assertThat(driver().takeOver()).isEqualTo(Duration.ofSeconds(70));
        assertThat(driver("producer.transaction.timeout.ms=900000").takeOver()).isEqualTo(Duration.ofSeconds(910));
        assertThat(driver("producer.transaction.timeout.ms=10000", "consumer.session.timeout.ms=20000")
                        .takeOver())
                .isEqualTo(Duration.ofSeconds(30));
    }

    /** Acknowledgements that never come are not timed. Without a setting, the client decides by its other settings. */
    @ParameterizedTest
    @CsvSource({
        "'', true, EXACTLY_ONCE",
        "producer.acks=all producer.enable.idempotence=false, true, AT_LEAST_ONCE",
        "producer.acks=1, true, NONE",
        "producer.acks=0, false, NONE"
    })
    void acksAndIdempotenceDecideWhatAnAcknowledgementMeans(
            String properties, boolean acknowledges, Guarantee guarantee) {
        KafkaDriver driver = properties.isEmpty() ? driver() : driver(properties.split(" ", -1));

        assertThat(driver.acknowledges()).isEqualTo(acknowledges);
        assertThat(driver.guarantee()).isEqualTo(guarantee);
    }

    @Test
    void opensNoTransactionalProducerWithoutAcknowledgementsOfAllReplicas() {
        assertThatThrownBy(() -> driver("producer.acks=1")
                        .transactions()
                        .orElseThrow()
                        .openProducer(new TransactionalSpec("client", "id"), new RecordedSends()))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("acks must be");
    }

    private static KafkaDriver driver(String... properties) {
        return new KafkaDriver(config(properties), "Kafka");
    }
}

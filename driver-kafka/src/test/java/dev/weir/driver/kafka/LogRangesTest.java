package dev.weir.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.admin.LogRange;
import dev.weir.driver.kafka.admin.KafkaDriverAdmin;
import org.junit.jupiter.api.Test;

class LogRangesTest {
    @Test
    void aLogThatHasLostItsEndBetweenTheAnswersIsEmpty() {
        assertThat(KafkaDriverAdmin.range(2, 5, 2)).isEqualTo(new LogRange(2, 5));
        assertThat(KafkaDriverAdmin.range(5, 2, 5)).isEqualTo(new LogRange(2, 2));
        assertThat(KafkaDriverAdmin.range(2, 5, 4)).isEqualTo(new LogRange(2, 5, 4));
        assertThat(KafkaDriverAdmin.range(2, 5, 9)).isEqualTo(new LogRange(2, 5, 5));
    }
}

package dev.weir.driver.kafka.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.admin.LogRange;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class KafkaDriverAdminTest {
    @Test
    void aLogThatHasLostItsEndBetweenTheAnswersIsEmpty() {
        assertThat(KafkaDriverAdmin.range(2, 5, 2, Optional.empty())).isEqualTo(new LogRange(2, 5));
        assertThat(KafkaDriverAdmin.range(5, 2, 5, Optional.empty())).isEqualTo(new LogRange(2, 2));
        assertThat(KafkaDriverAdmin.range(2, 5, 4, Optional.empty()))
                .isEqualTo(new LogRange(2, 5, 4, OptionalInt.empty()));
        assertThat(KafkaDriverAdmin.range(2, 5, 9, Optional.empty()))
                .isEqualTo(new LogRange(2, 5, 5, OptionalInt.empty()));
    }
}

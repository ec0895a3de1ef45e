package dev.weir.driver.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.kafka.embedded.BrokerProcess.OutputTail;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutputTailTest {
    @Test
    void quotesWhyAProcessEndedWithoutItsStackTrace() {
        var lines = new OutputTail();
        List.of(
                        "ERROR KafkaServer: cannot start",
                        "java.io.IOException: No space left on device",
                        "\tat java.base/sun.nio.ch.FileDispatcherImpl.write0(Native Method)",
                        "\t... 12 more")
                .forEach(lines::add);

        assertThat(lines.quote())
                .isEqualTo("; its last lines were:\n  ERROR KafkaServer: cannot start\n"
                        + "  java.io.IOException: No space left on device");
    }
}

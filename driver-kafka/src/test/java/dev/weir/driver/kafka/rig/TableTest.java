package dev.weir.driver.kafka.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
    @Test
    void ratiosAreThoseOfPairsAndNotOfMedians() {
        var table = new Table("max", "Weir", "tools");

        table.add("messages/s", List.of(1_000_000.0, 3_000_000.0, 2_000_000.0), List.of(1e6, 3e6, 1e6));
        table.add("CPU s", List.of(0.5, 0.5, 0.5), List.of(0.25, 0.25, 0.25));

        assertThat(table).hasToString("""
                        | max | Weir | tools | ratio (90 %) |
                        |---|--:|--:|--:|
                        | messages/s | 2,000,000 | 1,000,000 | 1.00 (1.00-2.00) |
                        | CPU s | 0.50 | 0.25 | 2.00 (2.00-2.00) |
                        """);
    }
}

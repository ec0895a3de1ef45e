package dev.weir.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OutcomeTest {
    private static final Reason NOTE = new Reason("A", Severity.NOTE, "");
    private static final Reason DEGRADED = new Reason("B", Severity.DEGRADED, "");
    private static final Reason INVALID = new Reason("C", Severity.INVALID, "");

    @Test
    void isTheWorstOfTheReasons() {
        assertThat(Outcome.of(List.of())).isEqualTo(Outcome.VALID);
        assertThat(Outcome.of(List.of(NOTE))).isEqualTo(Outcome.VALID);
        assertThat(Outcome.of(List.of(DEGRADED, NOTE))).isEqualTo(Outcome.DEGRADED);
        assertThat(Outcome.of(List.of(DEGRADED, INVALID, NOTE))).isEqualTo(Outcome.INVALID);
    }
}

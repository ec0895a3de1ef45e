package dev.weir.result.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OutcomeTest {
    private static final Reason NOTE = Reason.of(ReasonCode.NOT_AUDITED, Severity.NOTE, "");
    private static final Reason DEGRADED = Reason.of(ReasonCode.CLOCKS_INEXACT, Severity.DEGRADED, "");
    private static final Reason INVALID = Reason.of(ReasonCode.NOTHING_MEASURED, "");

    @Test
    void isTheWorstOfTheReasons() {
        assertThat(Outcome.of(List.of())).isEqualTo(Outcome.VALID);
        assertThat(Outcome.of(List.of(NOTE))).isEqualTo(Outcome.VALID);
        assertThat(Outcome.of(List.of(DEGRADED, NOTE))).isEqualTo(Outcome.DEGRADED);
        assertThat(Outcome.of(List.of(DEGRADED, INVALID, NOTE))).isEqualTo(Outcome.INVALID);
    }
}

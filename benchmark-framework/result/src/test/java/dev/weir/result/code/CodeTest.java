package dev.weir.result.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

class CodeTest {
    @Test
    void keepsTheNameOfACodeThatThisVersionDoesNotHave() throws JsonProcessingException {
        Code known = Code.of("LOAD_NOT_MET", FindingCode.values());
        Code unknown = Code.of("OF_A_LATER_VERSION", FindingCode.values());

        assertThat(known).isSameAs(FindingCode.LOAD_NOT_MET);
        assertThat(unknown.explanation()).isEmpty();
        assertThat(unknown).hasToString("OF_A_LATER_VERSION");
        assertThat(new ObjectMapper()
                        .writeValueAsString(List.of(new Finding(known, 1, "a"), new Finding(unknown, 2, "b"))))
                .isEqualTo("[{\"code\":\"LOAD_NOT_MET\",\"count\":1,\"text\":\"a\"},"
                        + "{\"code\":\"OF_A_LATER_VERSION\",\"count\":2,\"text\":\"b\"}]");
    }

    @Test
    void aReasonHasASeverityThatItsCodeAllows() {
        assertThat(Reason.of(ReasonCode.INTERRUPTED, "a").severity()).isEqualTo(Severity.NOTE);
        assertThatThrownBy(() -> Reason.of(ReasonCode.WORKER_PAUSED, Severity.INVALID, "a"))
                .hasMessage("severity of WORKER_PAUSED must be in [NOTE, DEGRADED], got INVALID");
        assertThatThrownBy(() -> Reason.of(ReasonCode.WORKER_PAUSED, "a"))
                .hasMessage("the severity of WORKER_PAUSED depends on the run");
    }

    @Test
    void theOutcomeIsThatOfTheWorstReason() {
        Reason note = Reason.of(ReasonCode.NOT_AUDITED, Severity.NOTE, "");
        Reason degraded = Reason.of(ReasonCode.CLOCKS_INEXACT, Severity.DEGRADED, "");
        Reason invalid = Reason.of(ReasonCode.NOTHING_MEASURED, "");

        assertThat(Outcome.of(List.of())).isEqualTo(Outcome.VALID);
        assertThat(Outcome.of(List.of(note))).isEqualTo(Outcome.VALID);
        assertThat(Outcome.of(List.of(degraded, note))).isEqualTo(Outcome.DEGRADED);
        assertThat(Outcome.of(List.of(degraded, invalid, note))).isEqualTo(Outcome.INVALID);
    }

    /** Such as the reason why a worker was lost, in words that are not ours. */
    @Test
    void aTextOfAnEventWithoutValuesStaysAsItIs() {
        RunEvent plain = RunEvent.of(EventKind.WORKER_CHANGED, 1, "lost: 100% of disk, %s");
        assertThat(plain.text()).isEqualTo("lost: 100% of disk, %s");
        RunEvent withValue = RunEvent.of(EventKind.WORKER_CHANGED, 1, "lost for %.1f s", 2.0);
        assertThat(withValue.text()).isEqualTo("lost for 2.0 s");
    }
}

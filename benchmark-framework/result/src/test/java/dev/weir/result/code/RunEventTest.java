package dev.weir.result.code;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RunEventTest {
    /** Such as the reason why a worker was lost, in words that are not ours. */
    @Test
    void aTextWithoutValuesStaysAsItIs() {
        assertThat(RunEvent.of(EventKind.WORKER_CHANGED, 1, "lost: 100% of disk, %s")
                        .text())
                .isEqualTo("lost: 100% of disk, %s");
        assertThat(RunEvent.of(EventKind.WORKER_CHANGED, 1, "lost for %.1f s", 2.0)
                        .text())
                .isEqualTo("lost for 2.0 s");
    }
}

package dev.weir.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class CampaignDisplayTest {
    private static final String LINE =
            "run 12 of 24: producerRate=20000 messageSize=100 #2: 19,998 msg/s, p50 2.31, p99 9.12, p99.9 15.0 ms  VALID";

    @Test
    void onATerminalALongLineIsBrokenBetweenWords() {
        assertThat(CampaignDisplay.wrapped(LINE, Optional.of(80)))
                .isEqualTo("run 12 of 24: producerRate=20000 messageSize=100 #2: 19,998 msg/s, p50 2.31, p99\n"
                        + "    9.12, p99.9 15.0 ms VALID");
        assertThat(CampaignDisplay.wrapped("short", Optional.of(80))).isEqualTo("short");
        assertThat(CampaignDisplay.wrapped(LINE, Optional.empty())).isEqualTo(LINE);
    }
}

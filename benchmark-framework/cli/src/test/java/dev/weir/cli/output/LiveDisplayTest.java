package dev.weir.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.clock.ManualClock;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What runs and campaigns print on a terminal and elsewhere. */
class LiveDisplayTest {
    private static final String LINE =
            "run 12 of 24: producerRate=20000 messageSize=100 #2: 19,998 msg/s, p50 2.31, p99 9.12, p99.9 15.0 ms  VALID";

    private final StringWriter out = new StringWriter();
    private final ManualClock clock = new ManualClock(0);

    @Test
    void showsTheDurationOfAStepBelowTheTitle() {
        try (var display = new LiveDisplay(new PrintWriter(out), clock, 40, () -> "run 1 of 2")) {
            display.step("opening 1 producer");
            clock.advance(Duration.ofSeconds(7));

            await().untilAsserted(() -> assertThat(text())
                    .contains("run 1 of 2\nprepare      0:00  opening 1 producer")
                    .contains("run 1 of 2\nprepare      0:07  opening 1 producer"));
        }
    }

    @Test
    void leavesOnlyIntendedLinesBehind() {
        var display = new LiveDisplay(new PrintWriter(out), clock, 40, () -> "");
        display.step("a step whose text is longer than the forty columns of the terminal");
        display.interject("stays");
        display.step("another step");
        display.close();

        List<String> drawn = new ArrayList<>();
        for (String line : text().split("\r\u001b\\[2K", -1)) {
            // Each second, the same line is drawn again.
            if (drawn.isEmpty() || !line.equals(drawn.get(drawn.size() - 1))) {
                drawn.add(line);
            }
        }
        assertThat(drawn)
                .containsExactly(
                        "",
                        "prepare      0:00  a step whose text is",
                        "stays\n",
                        "prepare      0:00  another step",
                        "");
    }

    @Test
    void onATerminalALongLineIsBrokenBetweenWords() {
        assertThat(CampaignDisplay.wrapped(LINE, Optional.of(80)))
                .isEqualTo("run 12 of 24: producerRate=20000 messageSize=100 #2: 19,998 msg/s, p50 2.31, p99\n"
                        + "    9.12, p99.9 15.0 ms VALID");
        assertThat(CampaignDisplay.wrapped("short", Optional.of(80))).isEqualTo("short");
        assertThat(CampaignDisplay.wrapped(LINE, Optional.empty())).isEqualTo(LINE);
    }

    private String text() {
        return out.toString();
    }
}

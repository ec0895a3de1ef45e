package dev.weir.host.facts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class HostCommandTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @Test
    void returnsTheOutputOfACommand() {
        assertThat(HostCommand.output(List.of("sh", "-c", "echo yes; echo no >&2"), LONG))
                .hasValue("yes");
    }

    @Test
    void isEmptyIfTheCommandIsMissingOrFails() {
        assertThat(HostCommand.output(List.of("/there/is/no/such/command"), LONG))
                .isEmpty();
        assertThat(HostCommand.output(List.of("sh", "-c", "echo yes; exit 1"), LONG))
                .isEmpty();
    }

    /** It reads its input, which would never end if it were ours; and it is ended when its time is over. */
    @Test
    void waitsForNone() {
        assertThat(HostCommand.output(List.of("cat"), LONG)).hasValue("");
        assertThat(HostCommand.output(List.of("sleep", "600"), Duration.ofMillis(50)))
                .isEmpty();
        await().until(() -> ProcessHandle.current()
                .children()
                .flatMap(child -> child.info().commandLine().stream())
                .noneMatch(line -> line.endsWith("sleep 600")));
    }
}

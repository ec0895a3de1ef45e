package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 6, unit = TimeUnit.HOURS) // The soak asks for more.
@Tag("slow")
class LongRunTest {
    /** Of three latencies, for what stands in the result of it: docs/result.md has more. */
    private static final long MAX_BYTES_PER_INTERVAL = 5 << 10;

    /** The soak takes 36: what grows does so in two hours, too. */
    private static final int HOURS = Integer.getInteger("weir.longRun.hours", 2);

    @TempDir
    Path folder;

    @Test
    void holdsLittleMoreAfterManyHoursThanAfterOne() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx192m",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LongRun.class.getName(),
                        folder.toString(),
                        String.valueOf(HOURS))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
            assertThat(said).matches("[0-9]+ [0-9]+ " + (HOURS - 1) * 360 + "\n");
            String[] figures = said.strip().split(" ", -1);
            long bytes = (Long.parseLong(figures[1]) - Long.parseLong(figures[0])) / Long.parseLong(figures[2]);
            System.out.println(HOURS + " hours: " + bytes + " bytes of heap for each interval");
            assertThat(bytes).isLessThan(MAX_BYTES_PER_INTERVAL);
        } finally {
            process.destroyForcibly();
        }
    }
}

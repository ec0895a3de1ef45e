package dev.weir.deploy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** Starts commands on clocks that are off and drift. */
final class Faketime {
    private static final int UNAVAILABLE = 69;

    private final Path script;

    /**
     * With the script that runs a command so.
     *
     * @throws org.opentest4j.TestAbortedException if there is no libfaketime on this machine and none can be fetched
     */
    Faketime(Path script) {
        this.script = script;
        try {
            Process tried = new ProcessBuilder(script.toString(), "+1s", "true")
                    .redirectErrorStream(true)
                    .start();
            String said = new String(tried.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            int status = tried.waitFor();
            if (status == UNAVAILABLE && System.getenv("CI") != null) {
                throw new AssertionError(said);
            }
            if (status == UNAVAILABLE) {
                System.out.println("SKIP tests with clocks that are wrong: " + said);
            }
            Assumptions.assumeTrue(status != UNAVAILABLE, said);
            if (status != 0) {
                throw new AssertionError(said);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /**
     * Starts {@code bin/NAME ARGUMENTS}.
     *
     * @param time as libfaketime takes it: {@code +7s x1.0003}
     */
    Command start(String time, Path folder, String name, Object... arguments) {
        return Command.startThrough(List.of(script.toString(), time), folder, name, arguments);
    }
}

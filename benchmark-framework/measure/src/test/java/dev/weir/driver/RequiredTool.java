package dev.weir.driver;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;

/** A program that a test needs and that is not part of the build. */
public final class RequiredTool {
    private static final Duration INSTALLATION_LIMIT = Duration.ofMinutes(10);

    private RequiredTool() {}

    /**
     * Waits until Debian packages are installed. {@code bin/check} installs them beside the first tests, and creates the file
     * that {@code -Dweir.tools} names when it is done, also if a package cannot be had.
     */
    public static void awaitInstallation() {
        String done = System.getProperty("weir.tools", "");
        if (!done.isEmpty()) {
            Awaitility.await("installation of Debian packages")
                    .atMost(INSTALLATION_LIMIT)
                    .until(() -> Files.exists(Path.of(done)));
        }
    }

    /**
     * Skips the test if the tool is missing. Where the environment variable CI is set, the test fails instead: CI has all tools.
     *
     * @param missing what is missing, and how to get it
     * @throws org.opentest4j.TestAbortedException if the tool is missing and CI is not set
     */
    public static void require(boolean present, String missing) {
        if (!present && System.getenv("CI") != null) {
            throw new AssertionError(missing);
        }
        assumeTrue(present, missing);
    }
}

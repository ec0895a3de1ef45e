package dev.weir.driver;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** A program that a test needs and that is not part of the build. */
public final class RequiredTool {
    private RequiredTool() {}

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

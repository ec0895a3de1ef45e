package dev.weir.cli.process;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Reports an unexpected error in one line, with a hint how to get its stack trace. */
public final class Bug {
    private static final String PROPERTY = "weir.stackTraces";

    private Bug() {}

    /** Reports errors that end a thread on standard error from now on. */
    public static void reportUncaught() {
        Thread.setDefaultUncaughtExceptionHandler(Bug::report);
    }

    static void report(Thread thread, Throwable error) {
        System.err.println("thread " + thread.getName() + " ended: "
                + (error instanceof OutOfMemoryError
                        ? error + "; WEIR_JAVA_OPTS=-Xmx8g sets a larger heap"
                        : text(error)));
    }

    /** Returns the line; after it the stack trace, if a person requests it. */
    public static String text(Throwable error) {
        if (!Boolean.getBoolean(PROPERTY)) {
            return error + " (WEIR_JAVA_OPTS=-D" + PROPERTY + "=true adds the stack trace, for a bug report)";
        }
        var trace = new StringWriter();
        error.printStackTrace(new PrintWriter(trace));
        return trace.toString().strip();
    }
}

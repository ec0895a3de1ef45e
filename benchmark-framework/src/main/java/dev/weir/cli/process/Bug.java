package dev.weir.cli.process;

import java.io.PrintWriter;
import java.io.StringWriter;

/** How an error that Weir did not expect is reported: in one line, which says how to get its stack trace. */
public final class Bug {
    private static final String PROPERTY = "weir.stackTraces";

    private Bug() {}

    /** From now on, an error that ends a thread is such a line on standard error. */
    public static void reportUncaught() {
        Thread.setDefaultUncaughtExceptionHandler(Bug::report);
    }

    static void report(Thread thread, Throwable error) {
        System.err.println("thread " + thread.getName() + " ended: "
                + (error instanceof OutOfMemoryError
                        ? error + "; WEIR_JAVA_OPTS=-Xmx8g sets a larger heap"
                        : text(error)));
    }

    /** The line; after it the stack trace, if a person asks for it. */
    public static String text(Throwable error) {
        if (!Boolean.getBoolean(PROPERTY)) {
            return error + " (WEIR_JAVA_OPTS=-D" + PROPERTY + "=true adds the stack trace, for a bug report)";
        }
        var trace = new StringWriter();
        error.printStackTrace(new PrintWriter(trace));
        return trace.toString().strip();
    }
}

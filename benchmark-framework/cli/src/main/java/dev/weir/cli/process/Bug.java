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

    private static void report(Thread thread, Throwable error) {
        System.err.println("thread " + thread.getName() + " ended: " + text(error));
        if (error instanceof OutOfMemoryError) {
            // -XX:+ExitOnOutOfMemoryError ends the JVM if the heap is full, but not if another thread cannot be
            // started.
            Runtime.getRuntime().halt(ExitStatus.FAILED);
        }
    }

    /** Returns the line; after it the stack trace, if a person requests it. */
    public static String text(Throwable error) {
        if (error instanceof OutOfMemoryError) {
            return error
                    + ": raise the limit of threads of the user (ulimit -u) or of the container (pids), or the heap"
                    + " (WEIR_JAVA_OPTS=-Xmx8g), use fewer producers and consumers, or use more workers (-w)";
        }
        if (!Boolean.getBoolean(PROPERTY)) {
            return error + " (WEIR_JAVA_OPTS=-D" + PROPERTY + "=true adds the stack trace, for a bug report)";
        }
        var trace = new StringWriter();
        error.printStackTrace(new PrintWriter(trace));
        return trace.toString().strip();
    }
}

package dev.weir.cli.kubernetes;

import dev.weir.clock.Clock;
import java.io.PrintWriter;
import java.time.Duration;

/** Place for messages, and the pause between two looks at the cluster. */
record Console(PrintWriter out, PrintWriter err, Clock clock, long pollMillis) {
    void say(String text) {
        out.println(text);
        out.flush();
    }

    void warn(String text) {
        err.println(text);
        err.flush();
    }

    long nowNanos() {
        return clock.epochNanos();
    }

    boolean isOver(long beginNanos, Duration limit) {
        return clock.epochNanos() - beginNanos > limit.toNanos();
    }
}

package dev.weir.cli.process;

import dev.weir.clock.SystemClock;

/**
 * Halts the process when a time is over, whatever its other threads do. One for the process.
 *
 * <p>Effect: a process ends even if its heap is full or a shutdown hook blocks. Fact relied on: the thread exists
 * before it is needed, waits on a monitor, which takes no heap, and the class that halts the JVM is already loaded.
 * What breaks if that fails: the process has to be ended with {@code kill -9}.
 */
final class HaltDeadline {
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private static final HaltDeadline OF_PROCESS = new HaltDeadline();

    private long endNanos = Long.MAX_VALUE;
    private int status;

    private HaltDeadline() {
        var thread = new Thread(this::countDown, "halt-deadline");
        thread.setDaemon(true);
        thread.start();
        // Loads java.lang.Shutdown, which halts the JVM: with a full heap no class can be loaded.
        Runtime.getRuntime().removeShutdownHook(thread);
    }

    /** Returns the deadline of this process, whose thread runs. */
    static HaltDeadline prepared() {
        return OF_PROCESS;
    }

    /** Sets how many seconds the process has at most from now on. Any thread. */
    synchronized void set(int seconds, int exitStatus) {
        endNanos = Math.min(endNanos, SystemClock.INSTANCE.epochNanos() + seconds * NANOS_PER_SECOND);
        status = exitStatus;
    }

    private synchronized void countDown() {
        try {
            while (SystemClock.INSTANCE.epochNanos() < endNanos) {
                wait(1_000);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        halt(status);
    }

    /** Ends the process at once, without shutdown hooks. Does not return. */
    static void halt(int exitStatus) {
        while (true) {
            try {
                Runtime.getRuntime().halt(exitStatus);
            } catch (OutOfMemoryError e) {
                // The next garbage collection may free the memory that was missing.
            }
        }
    }
}

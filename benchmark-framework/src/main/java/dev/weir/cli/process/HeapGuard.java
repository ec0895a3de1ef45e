package dev.weir.cli.process;

import dev.weir.clock.SystemClock;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.Thread.UncaughtExceptionHandler;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.Charset;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Ends the process with {@link ExitStatus#FAILED} when it runs out of memory. Without it, the process would continue
 * for ever: any thread may be the one that fails, client libraries catch the error, and the JVM cannot even start the
 * thread that handles a signal.
 *
 * <p>{@code -XX:+ExitOnOutOfMemoryError} would end it sooner. But then a run would leave no result, and the exit status
 * would be 3, which means invalid figures.
 */
public final class HeapGuard implements AutoCloseable {
    private static final int MAX_END_SECONDS = 10;
    private static final long MAX_REPORT_NANOS = 3_000_000_000L;
    private static final long PROBE_NANOS = 1_000_000_000;

    /** G1 has no such limit: with an almost full heap it collects garbage for hours. */
    private static final int MAX_PROBES_COLLECTING = 10;

    private static final double COLLECTING_SHARE = 0.5;

    /** Small enough to be allocated like most objects. */
    private static final int PROBE_BYTES = 128 << 10;

    private static final int MAX_RESERVE_BYTES = 64 << 20;

    private final Supplier<String> keep;
    private final Consumer<String> say;
    private final String what;
    private final FileOutputStream errors = new FileOutputStream(FileDescriptor.err);
    private final HaltDeadline deadline = HaltDeadline.prepared();
    private final GarbageCollectorMXBean[] collectors =
            ManagementFactory.getGarbageCollectorMXBeans().toArray(new GarbageCollectorMXBean[0]);
    private final @Nullable UncaughtExceptionHandler handlerBefore = Thread.getDefaultUncaughtExceptionHandler();
    private volatile boolean isClosed;
    private volatile boolean isFull;
    private volatile boolean isReported;
    private volatile String message;
    private volatile byte[] line;

    @SuppressWarnings("UnusedVariable") // UnusedVariable: its size is what matters
    private volatile byte @Nullable [] reserve;

    @SuppressWarnings("UnusedVariable") // UnusedVariable: a local variable could be optimised away
    private volatile byte @Nullable [] probe;

    private HeapGuard(String what, Supplier<String> keep, Consumer<String> say) {
        this.keep = keep;
        this.say = say;
        long heap = Runtime.getRuntime().maxMemory();
        this.reserve = new byte[(int) Math.min(heap / 16, MAX_RESERVE_BYTES)];
        this.what = what;
        this.message = what + " ran out of memory, with a heap of " + (heap >> 20)
                + " MiB: use fewer producers and consumers, more workers, or a larger heap"
                + " (WEIR_JAVA_OPTS=-Xmx8g)";
        this.line = line(message);
        try {
            // Loads the classes for writing: with a full heap no class can be loaded.
            errors.write(new byte[0]);
        } catch (IOException e) {
            // Nothing was written.
        }
    }

    private static byte[] line(String message) {
        return (message + System.lineSeparator()).getBytes(Charset.defaultCharset());
    }

    /**
     * Starts to end the process when it runs out of memory.
     *
     * @param what subject of the message, such as {@code the worker}
     * @param keep saves what was measured, and returns what to add to the message; called again if it runs out of
     *     memory
     * @param say shows a message to a person
     */
    public static HeapGuard started(String what, Supplier<String> keep, Consumer<String> say) {
        var guard = new HeapGuard(what, keep, say);
        Thread.setDefaultUncaughtExceptionHandler(guard::ended);
        guard.start(guard::watch, "heap-guard");
        guard.start(guard::probe, "heap-probe");
        return guard;
    }

    private void start(Runnable work, String name) {
        var thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Ends the process because a thread ended by a lack of memory: the run may need that thread. */
    private void ended(Thread thread, Throwable error) {
        if (error instanceof OutOfMemoryError full) {
            note(full);
            return;
        }
        Bug.report(thread, error);
    }

    /** Ends the process because of that error, and does not return. Any thread. */
    public void end(OutOfMemoryError error) {
        note(error);
        while (true) {
            LockSupport.park();
        }
    }

    private void note(OutOfMemoryError error) {
        // The JVM has no other class for it.
        if (String.valueOf(error.getMessage()).contains("native thread")) {
            message = what
                    + " cannot start another thread: the limit of the operating system is reached. Raise the limit of"
                    + " the user (ulimit -u) or of the container (pids), use fewer producers and consumers, or use more"
                    + " workers (-w)";
            line = line(message);
        }
        isFull = true;
    }

    /**
     * Waits for an error; allocates nothing. In a full heap, a thread that allocates waits for garbage collections, in
     * a queue with all other threads, which takes minutes if there are hundreds.
     */
    private void watch() {
        long time = SystemClock.INSTANCE.epochNanos();
        long collected = gcMillis();
        int full = 0;
        while (!isFull) {
            LockSupport.parkNanos(PROBE_NANOS);
            if (isClosed) {
                return;
            }
            long now = SystemClock.INSTANCE.epochNanos();
            long all = gcMillis();
            if (now - time >= PROBE_NANOS) {
                full = (all - collected) * 1e6 > COLLECTING_SHARE * (now - time) ? full + 1 : 0;
                time = now;
                collected = all;
            }
            if (full > MAX_PROBES_COLLECTING) {
                isFull = true;
            }
        }
        deadline.set(MAX_END_SECONDS, ExitStatus.FAILED);
        long begin = SystemClock.INSTANCE.epochNanos();
        while (!isReported && SystemClock.INSTANCE.epochNanos() - begin < MAX_REPORT_NANOS) {
            LockSupport.parkNanos(PROBE_NANOS);
        }
        writeLine();
    }

    private long gcMillis() {
        long sum = 0;
        for (GarbageCollectorMXBean collector : collectors) {
            sum += Math.max(0, collector.getCollectionTime());
        }
        return sum;
    }

    /** Detects a full heap even if it ends no thread, and then saves what was measured. */
    private void probe() {
        while (!isFull) {
            LockSupport.parkNanos(PROBE_NANOS);
            if (isClosed) {
                return;
            }
            try {
                probe = new byte[PROBE_BYTES];
            } catch (OutOfMemoryError e) {
                isFull = true;
            }
        }
        reserve = null;
        while (true) {
            try {
                if (!isReported) {
                    say.accept(message);
                    isReported = true;
                }
                say.accept(keep.get());
                HaltDeadline.halt(ExitStatus.FAILED);
            } catch (OutOfMemoryError e) {
                // Other threads use up freed memory until that ends them.
                writeLine();
            } catch (RuntimeException e) {
                say.accept(e.toString());
                HaltDeadline.halt(ExitStatus.FAILED);
            }
        }
    }

    /** Writes the message without allocating anything. */
    private void writeLine() {
        while (!isReported) {
            try {
                errors.write(line);
                isReported = true;
            } catch (OutOfMemoryError e) {
                // The next garbage collection may free the memory that was missing.
            } catch (IOException e) {
                // There is no other place to report it.
                isReported = true;
            }
        }
    }

    @Override
    public void close() {
        Thread.setDefaultUncaughtExceptionHandler(handlerBefore);
        isClosed = true;
    }
}

package dev.weir.cli.process;

import dev.weir.host.observation.ProcessSampler;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.Thread.UncaughtExceptionHandler;
import java.nio.charset.Charset;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Ends the process with {@link ExitStatus#FAILED} when it runs out of memory. Without that, the process would go on for
 * ever: any thread may be the one that fails, client libraries catch the error, and the JVM cannot even start the thread
 * that handles a signal.
 *
 * <p>{@code -XX:+ExitOnOutOfMemoryError} would end it sooner. But then a run would leave no result, and the exit status
 * would be 3, which stands for invalid figures.
 */
public final class HeapGuard implements AutoCloseable {
    private static final int LONGEST_END_SECONDS = 10;
    private static final long PROBE_MILLIS = 1_000;

    /** G1 has no limit of its own: with a heap that is all but full it collects garbage for hours. */
    private static final int MOST_PROBES_COLLECTING = 10;

    private static final double COLLECTING_SHARE = 0.5;

    /** Small enough to be allocated as most objects are. */
    private static final int PROBE_BYTES = 128 << 10;

    private static final int MOST_RESERVE_BYTES = 64 << 20;

    private final Supplier<String> keep;
    private final Consumer<String> say;
    private final String message;
    private final byte[] line;
    private final FileOutputStream errors = new FileOutputStream(FileDescriptor.err);
    private final HaltDeadline deadline = HaltDeadline.prepared();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final @Nullable UncaughtExceptionHandler handlerBefore = Thread.getDefaultUncaughtExceptionHandler();
    private volatile boolean hasFailed;

    @SuppressWarnings("UnusedVariable") // UnusedVariable: its size is what matters
    private volatile byte @Nullable [] reserve;

    @SuppressWarnings("UnusedVariable") // UnusedVariable: a local variable could be optimised away
    private volatile byte @Nullable [] probe;

    private HeapGuard(String what, Supplier<String> keep, Consumer<String> say) {
        this.keep = keep;
        this.say = say;
        long heap = Runtime.getRuntime().maxMemory();
        this.reserve = new byte[(int) Math.min(heap / 16, MOST_RESERVE_BYTES)];
        this.message = what + " ran out of memory, with a heap of " + (heap >> 20)
                + " MiB: use fewer producers and consumers, more workers, or a larger heap"
                + " (WEIR_JAVA_OPTS=-Xmx8g)";
        this.line = (message + System.lineSeparator()).getBytes(Charset.defaultCharset());
    }

    /**
     * From now on, the process ends when it runs out of memory.
     *
     * @param what the subject of the message, such as {@code the worker}
     * @param keep keeps what was measured, and returns what to add to the message; called again if it runs out of memory
     * @param say shows a message to a person
     */
    public static HeapGuard started(String what, Supplier<String> keep, Consumer<String> say) {
        var guard = new HeapGuard(what, keep, say);
        Thread.setDefaultUncaughtExceptionHandler(guard::ended);
        var thread = new Thread(guard::watch, "heap-guard");
        thread.setDaemon(true);
        thread.start();
        return guard;
    }

    /** A thread that ended because of a lack of memory may be one that the run needs. */
    private void ended(Thread thread, Throwable error) {
        if (error instanceof OutOfMemoryError) {
            hasFailed = true;
        }
        System.err.print("thread " + thread.getName() + " ended: ");
        error.printStackTrace();
    }

    private void watch() {
        try {
            int collecting = 0;
            long gcMillis = ProcessSampler.sample().gcMillis();
            while (!hasFailed && collecting <= MOST_PROBES_COLLECTING) {
                if (closed.await(PROBE_MILLIS, TimeUnit.MILLISECONDS)) {
                    return;
                }
                long before = gcMillis;
                gcMillis = ProcessSampler.sample().gcMillis();
                collecting = gcMillis - before > COLLECTING_SHARE * PROBE_MILLIS ? collecting + 1 : 0;
                probe = new byte[PROBE_BYTES];
            }
        } catch (OutOfMemoryError e) {
            hasFailed = true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        end();
    }

    private void end() {
        deadline.set(LONGEST_END_SECONDS, ExitStatus.FAILED);
        reserve = null;
        boolean isTold = false;
        boolean isKept = false;
        while (!isKept) {
            try {
                if (!isTold) {
                    say.accept(message);
                    isTold = true;
                }
                say.accept(keep.get());
                isKept = true;
            } catch (OutOfMemoryError e) {
                // Other threads take of the memory that was given back, until they end because of that.
                if (!isTold) {
                    writeLine();
                    isTold = true;
                }
            } catch (RuntimeException e) {
                isKept = true;
                say.accept(e.toString());
            } finally {
                if (isKept) {
                    HaltDeadline.halt(ExitStatus.FAILED);
                }
            }
        }
    }

    /** Writes the message without allocating anything. */
    private void writeLine() {
        try {
            errors.write(line);
        } catch (IOException e) {
            // There is no other place to report it.
        }
    }

    @Override
    public void close() {
        Thread.setDefaultUncaughtExceptionHandler(handlerBefore);
        closed.countDown();
    }
}

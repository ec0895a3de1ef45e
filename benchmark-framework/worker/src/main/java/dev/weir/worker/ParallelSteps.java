package dev.weir.worker;

import dev.weir.clock.Deadline;
import dev.weir.driver.exception.DriverException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Carries out a slow step for many clients in parallel: opening and closing a thousand one by one takes minutes. */
final class ParallelSteps {
    /** Time limit for opening or ending clients. */
    static final Duration OPEN_LIMIT = Duration.ofMinutes(2);

    private static final int THREADS = 16;

    private ParallelSteps() {}

    /**
     * Carries out the steps, up to 16 at a time.
     *
     * @param what name for threads and messages, such as {@code open producers}
     * @throws DriverException if they are not all done at the deadline
     * @throws RuntimeException that the first failed step threw
     */
    static void run(String what, List<Callable<Boolean>> steps, Deadline deadline) throws InterruptedException {
        if (steps.isEmpty()) {
            return;
        }
        var threads = new AtomicInteger();
        ExecutorService pool = Executors.newFixedThreadPool(Math.min(THREADS, steps.size()), task -> {
            var thread = new Thread(task, what.replace(' ', '-') + "-" + threads.getAndIncrement());
            thread.setDaemon(true);
            return thread;
        });
        try {
            for (Future<Boolean> future : pool.invokeAll(steps, deadline.remainingNanos(), TimeUnit.NANOSECONDS)) {
                future.get();
            }
        } catch (CancellationException e) {
            throw new DriverException("could not " + what + " in time: the clients block", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException("could not " + what + ": " + e.getCause(), e);
        } finally {
            pool.shutdownNow();
        }
    }
}

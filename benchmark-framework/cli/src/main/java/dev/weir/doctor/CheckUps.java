package dev.weir.doctor;

import dev.weir.clock.Clock;
import dev.weir.clock.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Carries out several check-ups at once, so that ten that hang take no longer than one. */
public final class CheckUps {
    /** Time in which an interrupted check returns what it has found. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private CheckUps() {}

    /**
     * Carries out all check-ups, and returns when they are done or their time is over.
     *
     * @param limit for all of them together
     * @return one diagnosis for each, in order
     * @throws RuntimeException that one of them threw, which may also be an {@link Error}: a bug
     */
    public static List<Diagnosis> run(List<? extends CheckUp> checkUps, Clock clock, Duration limit)
            throws InterruptedException {
        List<CheckUpThread> threads = new ArrayList<>();
        for (CheckUp checkUp : checkUps) {
            threads.add(new CheckUpThread(checkUp));
        }
        threads.forEach(thread -> thread.thread.start());
        join(threads, Deadline.after(clock, limit));
        threads.forEach(thread -> thread.thread.interrupt());
        join(threads, Deadline.after(clock, GRACE));
        return threads.stream().map(thread -> thread.diagnosis(limit)).toList();
    }

    private static void join(List<CheckUpThread> threads, Deadline deadline) throws InterruptedException {
        for (CheckUpThread thread : threads) {
            // join(0) would wait for ever.
            long millis = TimeUnit.NANOSECONDS.toMillis(deadline.remainingNanos()) + 1;
            thread.thread.join(millis);
        }
    }

    /** A check-up on its thread, which is abandoned if it hangs: a daemon thread does not keep the process alive. */
    private static final class CheckUpThread {
        private final CheckUp checkUp;
        private final Thread thread;
        private volatile @Nullable List<Check> checks;
        private volatile @Nullable Throwable bug;

        CheckUpThread(CheckUp checkUp) {
            this.checkUp = checkUp;
            this.thread = new Thread(this::run, "check-up-" + checkUp.subject());
            this.thread.setDaemon(true);
        }

        private void run() {
            try {
                checks = checkUp.check();
            } catch (RuntimeException | Error e) {
                bug = e;
            }
        }

        Diagnosis diagnosis(Duration limit) {
            Throwable thrown = bug;
            if (thrown instanceof Error error) {
                throw error;
            }
            if (thrown instanceof RuntimeException exception) {
                throw exception;
            }
            List<Check> done = checks;
            return new Diagnosis(checkUp.subject(), done != null ? done : List.of(checkUp.overdue(limit)));
        }
    }
}

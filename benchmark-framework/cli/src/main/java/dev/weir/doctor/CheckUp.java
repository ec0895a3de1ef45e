package dev.weir.doctor;

import dev.weir.clock.Deadline;
import dev.weir.clock.SystemClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** Checks that wait for other processes, and have a time limit. */
public interface CheckUp {
    /** Time in which an interrupted check returns what it has found. */
    Duration GRACE = Duration.ofSeconds(2);

    /** Returns what is checked, for people. */
    String subject();

    /**
     * Carries out the checks, on a thread of its own. Called once. When its time is over, the thread is interrupted;
     * then it returns soon, with what it has found.
     */
    List<Check> check();

    /** Returns the result if it does not return even then. */
    Check overdue(Duration limit);

    /**
     * Carries out several check-ups at once, so that ten that hang take no longer than one.
     *
     * @param limit for all of them together
     * @throws RuntimeException that one of them threw, which may also be an {@link Error}: a bug
     */
    static List<Diagnosis> run(List<? extends CheckUp> checkUps, Duration limit) throws InterruptedException {
        List<FutureTask<List<Check>>> tasks = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (CheckUp checkUp : checkUps) {
            var task = new FutureTask<>(checkUp::check);
            var thread = new Thread(task, "check-up-" + checkUp.subject());
            // A check that hangs is abandoned: a daemon thread does not keep the process alive.
            thread.setDaemon(true);
            thread.start();
            tasks.add(task);
            threads.add(thread);
        }
        join(threads, Deadline.after(SystemClock.INSTANCE, limit));
        threads.forEach(Thread::interrupt);
        join(threads, Deadline.after(SystemClock.INSTANCE, GRACE));
        List<Diagnosis> diagnoses = new ArrayList<>();
        for (int i = 0; i < tasks.size(); i++) {
            CheckUp checkUp = checkUps.get(i);
            List<Check> checks = tasks.get(i).isDone() ? found(tasks.get(i)) : List.of(checkUp.overdue(limit));
            diagnoses.add(new Diagnosis(checkUp.subject(), checks));
        }
        return diagnoses;
    }

    private static void join(List<Thread> threads, Deadline deadline) throws InterruptedException {
        for (Thread thread : threads) {
            // join(0) would wait for ever.
            thread.join(TimeUnit.NANOSECONDS.toMillis(deadline.remainingNanos()) + 1);
        }
    }

    private static List<Check> found(FutureTask<List<Check>> done) throws InterruptedException {
        try {
            return done.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) e.getCause();
        }
    }
}

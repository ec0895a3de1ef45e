package dev.weir.feature.transactions;

import dev.weir.clock.Clock;
import dev.weir.clock.Deadline;
import dev.weir.driver.Driver;
import dev.weir.driver.exception.DriverException;
import dev.weir.feature.transactions.LoopSection.TransactionLoop;
import dev.weir.feature.transactions.LoopSection.TransactionRole;
import dev.weir.feature.transactions.TransactionClient.TransactionOutcome;
import dev.weir.feature.transactions.TransactionLoopResult.TransactionTimes;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.PhasedRecorder;
import dev.weir.pacing.Schedule;
import dev.weir.plan.Assignment;
import dev.weir.worker.client.LoadClient;
import dev.weir.worker.client.SnapshotBuilder;
import dev.weir.worker.recording.RunMaterial;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One client of a transaction benchmark: a thread that does one transaction after the other, and then the same work
 * without transactions. It is a closed loop on purpose: it measures the minimum time of a transaction, so a stall does
 * not show in later latencies. Used by the session thread, except for {@link #run}.
 */
final class TransactionLoopClient implements LoadClient {
    private static final long NEVER = Long.MAX_VALUE;
    private static final List<Latency> RECORDED = List.of(
            Latency.TRANSACTION,
            Latency.TRANSACTION_OFFSETS,
            Latency.TRANSACTION_COMMIT,
            Latency.TRANSACTION_FAILED,
            Latency.TRANSACTION_TIMED_OUT,
            Latency.WITHOUT_TRANSACTION);

    private final Clock clock;
    private final TransactionRole role;
    private final TransactionLoop loop;
    private final int messageBytes;
    private final AtomicReference<@Nullable Throwable> failure;
    private final TransactionClient client;
    private final LoopWork work;
    private final Thread thread;
    private final Map<Latency, PhasedRecorder> recorders = new EnumMap<>(Latency.class);
    private final RawTimes raw = new RawTimes();
    private long startNanos;
    private volatile long lastNanos;
    private volatile long endNanos = NEVER;
    private volatile boolean over;
    private volatile boolean succeeded;

    // Used by the client's thread.
    private long failingSinceNanos = NEVER;

    private TransactionLoopClient(Assignment assignment, TransactionRole role, Driver driver, RunMaterial material) {
        for (Latency latency : RECORDED) {
            recorders.put(latency, new PhasedRecorder(latency));
        }
        this.clock = material.clock();
        this.role = role;
        this.loop = role.loop();
        this.messageBytes = assignment.messages().meanBytes();
        this.failure = material.failure();
        this.work = new LoopWork(assignment, role, driver, material);
        this.client = work.client;
        this.thread = new Thread(this::run, "loop-" + role.client());
        thread.setDaemon(true);
    }

    static List<Callable<LoadClient>> opening(Assignment assignment, Driver driver, RunMaterial material) {
        return assignment.clients().ofFeature(TransactionRole.class).stream()
                .map(role -> (Callable<LoadClient>) () -> new TransactionLoopClient(assignment, role, driver, material))
                .toList();
    }

    @Override
    public void start(Schedule schedule) {
        startNanos = schedule.startNanos();
        thread.start();
    }

    private void run() {
        try {
            awaitStart();
            work.steps.prepare();
            repeat(loop.benchmark().warmup, () -> transact(false));
            repeat(loop.count(), () -> transact(true));
            if (loop.baseline()) {
                work.steps.prepareWithout();
                repeat(loop.benchmark().warmup, () -> withoutTransaction(false));
                repeat(loop.count(), () -> withoutTransaction(true));
            }
        } catch (RuntimeException | Error e) {
            if (!isToEnd()) {
                failure.compareAndSet(null, e);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            unavailableUntil(clock.epochNanos());
            work.close();
            over = true;
        }
    }

    private synchronized void awaitStart() throws InterruptedException {
        for (long left = startNanos - clock.epochNanos(); left > 0; left = startNanos - clock.epochNanos()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    private boolean isToEnd() {
        return clock.epochNanos() >= endNanos || Thread.currentThread().isInterrupted();
    }

    /** Repeats an attempt until the given number has succeeded. */
    private void repeat(int count, BooleanSupplier attempt) {
        for (int done = 0; done < count && !isToEnd(); ) {
            work.steps.prepareNext();
            done += attempt.getAsBoolean() ? 1 : 0;
        }
    }

    private boolean transact(boolean measured) {
        long timeouts = client.timeouts();
        long failures = client.counts().failed();
        long polls = work.failedPolls.get();
        long begin = clock.epochNanos();
        client.begin();
        Optional<DriverException> refused = Optional.empty();
        try {
            work.steps.work(true);
        } catch (DriverException e) {
            refused = Optional.of(e);
        }
        long commit = clock.epochNanos();
        TransactionOutcome outcome = refused.isPresent() ? client.recover(refused.get()) : client.commit();
        long commitNanos = clock.epochNanos() - commit;
        boolean committed = outcome == TransactionOutcome.COMMITTED;
        if (committed) {
            work.steps.afterCommit();
        }
        long end = clock.epochNanos();
        lastNanos = end;
        boolean timedOut = client.timeouts() > timeouts;
        boolean smooth =
                committed && !timedOut && client.counts().failed() == failures && work.failedPolls.get() == polls;
        if (smooth) {
            record(measured, Latency.TRANSACTION, end - begin);
            record(measured, Latency.TRANSACTION_COMMIT, commitNanos);
            if (loop.benchmark().sendsOffsets()) {
                record(measured, Latency.TRANSACTION_OFFSETS, work.offsetsNanos());
            }
            if (measured) {
                raw.add(end - begin, work.offsetsNanos(), commitNanos);
            }
        } else {
            record(measured, timedOut ? Latency.TRANSACTION_TIMED_OUT : Latency.TRANSACTION_FAILED, end - begin);
            failingSinceNanos = Math.min(failingSinceNanos, begin);
        }
        if (!committed) {
            // The client has noted the retry if it does not know the outcome.
            if (outcome == TransactionOutcome.ABORTED) {
                client.pauseBeforeRetry(new DriverException("nothing is committed"));
            }
            recover();
            return false;
        }
        succeeded = true;
        unavailableUntil(end);
        return true;
    }

    private boolean withoutTransaction(boolean measured) {
        long polls = work.failedPolls.get();
        long begin = clock.epochNanos();
        try {
            work.steps.work(false);
            work.steps.afterCommit();
        } catch (DriverException e) {
            client.note(e);
            failingSinceNanos = Math.min(failingSinceNanos, begin);
            client.pauseBeforeRetry(e);
            recover();
            return false;
        }
        long end = clock.epochNanos();
        lastNanos = end;
        unavailableUntil(end);
        if (work.failedPolls.get() == polls) {
            record(measured, Latency.WITHOUT_TRANSACTION, end - begin);
            if (measured) {
                raw.addWithout(end - begin);
            }
        }
        return true;
    }

    private void record(boolean measured, Latency latency, long nanos) {
        Objects.requireNonNull(recorders.get(latency), latency.key()).record(measured, nanos);
    }

    private void recover() {
        work.sends.settle();
        work.steps.afterFailure();
    }

    private void unavailableUntil(long atNanos) {
        client.succeeded();
        if (failingSinceNanos != NEVER) {
            raw.unavailable(atNanos - failingSinceNanos);
            failingSinceNanos = NEVER;
        }
    }

    /** Begins no iteration after that time. */
    @Override
    public void end(long atNanos) {
        endNanos = Math.min(endNanos, atNanos);
    }

    @Override
    public boolean endsByItself() {
        return true;
    }

    @Override
    public boolean hasEnded() {
        return over;
    }

    /** Whether a transaction is complete, with the receipt of its message: a client may lack the right to read. */
    @Override
    public boolean hasSucceeded() {
        return succeeded;
    }

    @Override
    public Counts counts() {
        return work.sends.counts(messageBytes, work.received.get());
    }

    @Override
    public void drainInto(SnapshotBuilder snapshot) {
        recorders.values().forEach(each -> each.drainInto(snapshot.warmup(), snapshot.measured()));
        client.drainInto(snapshot);
        snapshot.throttledSending(this, client.producer().throttledNanos());
        snapshot.arrived(lastNanos);
        snapshot.followedBy(raw.take(role.client(), client.timeouts()));
    }

    @Override
    public void close(Deadline deadline) throws InterruptedException {
        end(clock.epochNanos());
        if (thread.isAlive()) {
            TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, deadline.remainingNanos() / 2));
            thread.interrupt();
        }
        client.close();
        TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, deadline.remainingNanos()));
        if (thread.isAlive()) {
            throw new DriverException(thread.getName() + " did not end in time: its client blocks");
        }
    }

    /**
     * Single times of a transaction benchmark, until they are sent to the coordinator. One thread adds, another takes. The
     * lock costs little compared with a transaction.
     */
    private static final class RawTimes {
        private final List<Long> nanos = new ArrayList<>();
        private final List<Long> offsetsNanos = new ArrayList<>();
        private final List<Long> commitNanos = new ArrayList<>();
        private final List<Long> withoutNanos = new ArrayList<>();
        private long unavailableNanos;

        synchronized void add(long whole, long offsets, long commit) {
            nanos.add(whole);
            offsetsNanos.add(offsets);
            commitNanos.add(commit);
        }

        synchronized void addWithout(long whole) {
            withoutNanos.add(whole);
        }

        synchronized void unavailable(long stretchNanos) {
            unavailableNanos += stretchNanos;
        }

        synchronized TransactionTimes take(int client, long timeouts) {
            var taken = new TransactionTimes(
                    client, nanos, offsetsNanos, commitNanos, withoutNanos, timeouts, unavailableNanos);
            List.of(nanos, offsetsNanos, commitNanos, withoutNanos).forEach(List::clear);
            return taken;
        }
    }
}

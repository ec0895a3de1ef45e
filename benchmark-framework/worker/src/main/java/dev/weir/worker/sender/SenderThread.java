package dev.weir.worker.sender;

import dev.weir.clock.Deadline;
import dev.weir.driver.Driver;
import dev.weir.driver.exception.DriverException;
import dev.weir.measure.Counts;
import dev.weir.pacing.Schedule;
import dev.weir.plan.Assignment;
import dev.weir.wire.message.Message;
import dev.weir.worker.client.LoadClient;
import dev.weir.worker.client.SnapshotBuilder;
import dev.weir.worker.recording.RunMaterial;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Thread of one {@link Sender}, so that a producer that blocks in its client delays no other. Used by the session
 * thread.
 */
public final class SenderThread implements LoadClient {
    private final Sender sender;
    private final String name;
    private final ExecutorService thread;
    private final AtomicReference<@Nullable Throwable> failure;
    private volatile @Nullable Thread running;
    private volatile boolean doneSending;

    private SenderThread(Sender sender, int producer, RunMaterial material) {
        this.sender = sender;
        this.name = "sender-" + producer;
        this.failure = material.failure();
        this.thread = Executors.newSingleThreadExecutor(task -> {
            var made = new Thread(task, name);
            made.setDaemon(true);
            running = made;
            return made;
        });
    }

    public static List<Callable<LoadClient>> opening(Assignment assignment, Driver driver, RunMaterial material) {
        return assignment.clients().producers().stream()
                .map(role -> (Callable<LoadClient>) () ->
                        new SenderThread(new Sender(assignment, role, driver, material), role.producer(), material))
                .toList();
    }

    @Override
    public void fill() {
        sender.fill();
    }

    @Override
    public void sendProbes() {
        thread.execute(() -> guarded(sender::sendProbes));
    }

    @Override
    public void start(Schedule schedule) {
        thread.execute(() -> {
            guarded(() -> sender.sendAll(schedule));
            doneSending = true;
        });
    }

    @Override
    public void scheduleChanged() {
        LockSupport.unpark(running);
    }

    @Override
    public boolean hasEnded() {
        return doneSending && sender.isResolved();
    }

    @Override
    public long sentOfThoseDueFrom(long nanos) {
        return sender.sentOfThoseDueFrom(nanos);
    }

    @Override
    public void putSent(Map<Integer, Long> sent) {
        sent.put(sender.producer(), sender.counts().sends().sent());
    }

    @Override
    public Counts counts() {
        return sender.counts();
    }

    @Override
    public void drainInto(SnapshotBuilder snapshot) {
        sender.drainInto(snapshot);
    }

    @Override
    public Message.LoadEnded ended() {
        return sender.ended();
    }

    @Override
    public Optional<Message> figures() {
        return Optional.of(sender.figures());
    }

    @Override
    public void close(Deadline deadline) throws InterruptedException {
        try {
            // First the producer, because that lets a blocked send call return.
            sender.close();
        } finally {
            thread.execute(() -> guarded(sender::releaseParts));
            thread.shutdown();
        }
        if (!thread.awaitTermination(deadline.remainingNanos(), TimeUnit.NANOSECONDS)) {
            thread.shutdownNow();
            throw new DriverException(name + " did not end in time: its client blocks");
        }
    }

    private void guarded(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            failure.compareAndSet(null, e);
        }
    }
}

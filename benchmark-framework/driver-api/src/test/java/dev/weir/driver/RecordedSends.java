package dev.weir.driver;

import dev.weir.driver.client.SendListener;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Keeps what a producer's listener was told. Thread-safe. */
public final class RecordedSends implements SendListener {

    /** The three numbers that came back. */
    public record Numbers(long sequence, long intendedNanos, long sentNanos) {}

    private final List<Numbers> acknowledged = new ArrayList<>();
    private final List<Numbers> failed = new ArrayList<>();
    private final List<Throwable> causes = new ArrayList<>();
    private final Set<Thread> acknowledgingThreads = new HashSet<>();

    @Override
    public synchronized void acknowledged(int partition, long sequence, long intendedNanos, long sentNanos) {
        acknowledged.add(new Numbers(sequence, intendedNanos, sentNanos));
        acknowledgingThreads.add(Thread.currentThread());
    }

    @Override
    public synchronized void failed(int partition, long sequence, long intendedNanos, long sentNanos, Throwable cause) {
        failed.add(new Numbers(sequence, intendedNanos, sentNanos));
        causes.add(cause);
    }

    public synchronized List<Numbers> acknowledged() {
        return List.copyOf(acknowledged);
    }

    public synchronized List<Numbers> failed() {
        return List.copyOf(failed);
    }

    public synchronized List<Throwable> causes() {
        return List.copyOf(causes);
    }

    public synchronized Set<Thread> acknowledgingThreads() {
        return Set.copyOf(acknowledgingThreads);
    }

    /** How many messages have been resolved one way or the other. */
    public synchronized int resolved() {
        return acknowledged.size() + failed.size();
    }
}

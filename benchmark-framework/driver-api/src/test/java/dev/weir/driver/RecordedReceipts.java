package dev.weir.driver;

import dev.weir.driver.client.ReceiveListener;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keeps what a consumer's listener was told, and checks that each batch holds what it announced. Thread-safe. */
public final class RecordedReceipts implements ReceiveListener {

    /** One message; the buffers are copies. */
    public record Receipt(int partition, long offset, ByteBuffer value, Optional<ByteBuffer> header) {}

    private final List<Receipt> receipts = new ArrayList<>();
    private final Set<Thread> threads = new HashSet<>();
    private final List<String> violations = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();
    private int leftInBatch;
    private int resets;

    @Override
    public synchronized void batch(int count) {
        threads.add(Thread.currentThread());
        if (leftInBatch != 0) {
            violations.add("a batch began while " + leftInBatch + " messages of the last one were missing");
        }
        if (count < 1) {
            violations.add("a batch announced " + count + " messages");
        }
        leftInBatch = count;
    }

    @Override
    public synchronized void received(int partition, long offset, byte[] value, byte @Nullable [] header) {
        threads.add(Thread.currentThread());
        if (leftInBatch-- == 0) {
            violations.add("a message came that no batch announced");
        }
        receipts.add(new Receipt(
                partition,
                offset,
                ByteBuffer.wrap(value.clone()),
                Optional.ofNullable(header).map(bytes -> ByteBuffer.wrap(bytes.clone()))));
    }

    @Override
    public synchronized void failed(Throwable cause, boolean fatal) {
        failures.add(cause);
        if (fatal) {
            violations.add("the consumer gave up: " + cause);
        }
    }

    @Override
    public synchronized void positionsReset(int partitions) {
        resets += partitions;
    }

    /** How often a partition was begun without a committed offset. */
    public synchronized int resets() {
        return resets;
    }

    public synchronized List<Receipt> receipts() {
        return List.copyOf(receipts);
    }

    public synchronized int count() {
        return receipts.size();
    }

    public synchronized Set<Thread> threads() {
        return Set.copyOf(threads);
    }

    /** What it was told had failed. */
    public synchronized List<Throwable> failures() {
        return List.copyOf(failures);
    }

    /** What the driver did that its contract forbids. */
    public synchronized List<String> violations() {
        return List.copyOf(violations);
    }
}

package dev.weir.driver.none;

import dev.weir.driver.client.Reader;
import dev.weir.driver.client.ReaderSpec;
import dev.weir.driver.client.ReceiveListener;
import dev.weir.driver.exception.DriverException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Reads on demand, from the end of its topic at the time when it, or its group, was opened. It can go back to what its
 * group has committed; without a group, as far as a {@link BufferedPartitionReader}. A group is removed with its last
 * reader.
 */
final class NoneReader implements Reader {
    private static final int BATCH = 500;
    private static final long MAX_PARK_NANOS = 100_000_000;

    private final ReaderSpec spec;
    private final Topic topic;
    private final @Nullable ReaderGroup group;
    private final Signal signal = new Signal();
    private final ReaderGroup.Member member;
    private final AtomicBoolean wokenUp = new AtomicBoolean();
    private final Payloads payloads = new Payloads();
    private final List<Cursor> cursors;
    private final List<PartitionReader> readings = new ArrayList<>();
    private boolean closed;

    NoneReader(ReaderSpec spec, Topic topic) {
        this.spec = spec;
        this.topic = topic;
        member = new ReaderGroup.Member(signal, spec.partitions());
        if (spec.group().isPresent()) {
            cursors = List.of();
            group = topic.join(spec.group().get(), member);
        } else {
            cursors = topic.openCursors(spec.partitions(), signal);
            group = null;
            cursors.forEach(cursor -> readings.add(new BufferedPartitionReader(cursor)));
        }
    }

    ReaderGroup.Member member() {
        return member;
    }

    ReaderGroup group() {
        if (group == null) {
            throw new IllegalStateException(spec.clientId() + " has no group");
        }
        return group;
    }

    @Override
    public int poll(Duration within, ReceiveListener listener) {
        long end = System.nanoTime() + within.toNanos();
        for (int rounds = 0; ; ) {
            int count = read(listener);
            long left = end - System.nanoTime();
            if (count > 0 || wokenUp.getAndSet(false) || left <= 0) {
                signal.found();
                return count;
            } else if (topic.hasEnded()) {
                throw new DriverException("topic " + spec.topic() + " is gone");
            } else if (Thread.currentThread().isInterrupted()) {
                throw new DriverException("interrupted while " + spec.clientId() + " read");
            }
            rounds = signal.await(rounds, Math.min(left, MAX_PARK_NANOS));
        }
    }

    /** Reads one batch of one partition. */
    private int read(ReceiveListener listener) {
        if (group != null) {
            group.share(member, readings);
        }
        for (PartitionReader reading : readings) {
            int count = reading.read(listener, payloads, BATCH);
            if (count > 0) {
                if (group == null) {
                    topic.signal().wake();
                }
                return count;
            }
        }
        return 0;
    }

    @Override
    public Map<Integer, Long> positions() {
        Map<Integer, Long> positions = new HashMap<>();
        readings.forEach(reading -> positions.put(reading.partition(), reading.offset()));
        return positions;
    }

    @Override
    public void seek(int partition, long offset) {
        readings.stream()
                .filter(reading -> reading.partition() == partition)
                .findFirst()
                .orElseThrow(() -> new DriverException(spec.clientId() + " does not read partition " + partition))
                .seek(offset);
    }

    @Override
    public void commit() {
        group().commit(member, positions());
        topic.signal().wake();
    }

    @Override
    public void wakeUp() {
        wokenUp.set(true);
        signal.wake();
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (group != null) {
            topic.leave(spec.group().orElseThrow(), group, member);
        } else {
            topic.closeCursors(cursors, signal);
        }
    }
}

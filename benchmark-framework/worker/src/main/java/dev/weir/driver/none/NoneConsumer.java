package dev.weir.driver.none;

import dev.weir.driver.client.Consumer;
import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.client.ReceiveListener;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.none.Group.Cursor;
import dev.weir.driver.none.Group.Member;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Receives the messages of the partitions that its group assigns to it, on its own thread. */
final class NoneConsumer implements Consumer {
    /**
     * Everything that it waits for wakes it, so it can park for long. If 10,000 consumers woke up 10 times a second,
     * that would take two cores.
     */
    private static final long MAX_PARK_NANOS = 10_000_000_000L;

    private final ConsumerSpec spec;
    private final Topic topic;
    private final ReceiveListener listener;
    private final Member member = new Member(List.of());
    private final Thread thread;
    private volatile boolean paused;
    private volatile boolean closing;

    NoneConsumer(ConsumerSpec spec, Topic topic, ReceiveListener listener) {
        this.spec = spec;
        this.topic = topic;
        this.listener = listener;
        paused = spec.from().paused();
        thread = new Thread(this::run, "none-consumer-" + spec.clientId());
        thread.setDaemon(true);
        member.thread = thread;
    }

    void start() {
        topic.join(spec.subscription(), member, false);
        thread.start();
    }

    private void run() {
        while (!closing) {
            boolean received = false;
            for (Cursor cursor : member.share) {
                List<Batch> batches = paused || closing ? List.of() : cursor.take(member);
                if (!batches.isEmpty()) {
                    Batch.deliver(batches, 0, listener);
                    cursor.delivered = batches.get(batches.size() - 1).end();
                    received = true;
                }
            }
            if (!received && topic.ended) {
                listener.failed(new DriverException("topic " + spec.topic() + " is gone"), true);
                return;
            } else if (!received) {
                LockSupport.parkNanos(this, MAX_PARK_NANOS);
            }
        }
    }

    @Override
    public void pause() {
        paused = true;
    }

    @Override
    public void resume() {
        paused = false;
        member.wake();
    }

    @Override
    public long[] positions() {
        long[] positions = new long[spec.partitions()];
        Arrays.fill(positions, -1);
        member.share.forEach(cursor -> positions[cursor.partition] = cursor.delivered);
        return positions;
    }

    @Override
    public void close() {
        closing = true;
        member.wake();
        Topic.join(thread);
        topic.leave(spec.subscription(), member);
    }
}

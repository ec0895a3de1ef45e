package dev.weir.driver.none;

import dev.weir.driver.client.Consumer;
import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.client.ReceiveListener;
import dev.weir.driver.exception.DriverException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Reads the cursors that its subscription assigns to it, one batch of one partition at a time, on its own thread. Logs
 * keep what some subscription has yet to read: the first message for a new subscription is the next one.
 */
final class NoneConsumer implements Consumer {
    /** As many as Kafka's consumer returns from one poll. */
    private static final int BATCH = 500;

    /**
     * Everything that it waits for wakes it, so it can park for long. If 10,000 consumers woke up 10 times a second,
     * that would take two cores.
     */
    private static final long MAX_PARK_NANOS = 10_000_000_000L;

    /** Beyond this number, consumers park at once: if thousands spun and yielded, none would get a core. */
    private static final int MAX_SPINNING = 64;

    private static final AtomicInteger RUNNING = new AtomicInteger();
    private static final long CLOSE_MILLIS = 10_000;

    private final ConsumerSpec spec;
    private final Topic topic;
    private final ReceiveListener listener;
    private final Subscription.Member member = new Subscription.Member();
    private final Signal signal = member.signal();
    private final Thread thread;
    private volatile boolean paused;
    private volatile boolean closing;

    /** Joins the subscription. */
    NoneConsumer(ConsumerSpec spec, Topic topic, ReceiveListener listener) {
        this.spec = spec;
        this.topic = topic;
        this.listener = listener;
        paused = spec.from().paused();
        thread = new Thread(this::run, "none-consumer-" + spec.clientId());
        thread.setDaemon(true);
    }

    void start() {
        topic.join(spec.subscription(), member);
        thread.start();
    }

    private void run() {
        RUNNING.incrementAndGet();
        try {
            readAll();
        } finally {
            RUNNING.decrementAndGet();
        }
    }

    private void readAll() {
        var payloads = new Payloads();
        for (int rounds = 0; !closing; ) {
            if (read(payloads) > 0) {
                rounds = 0;
                signal.found();
            } else if (topic.hasEnded()) {
                listener.failed(new DriverException("topic " + spec.topic() + " is gone"), true);
                return;
            } else {
                int round = RUNNING.get() > MAX_SPINNING ? Math.max(rounds, Signal.PARKS) : rounds;
                rounds = signal.await(round, MAX_PARK_NANOS);
            }
        }
    }

    private int read(Payloads payloads) {
        int count = 0;
        for (Cursor cursor : member.cursors()) {
            if (paused || closing) {
                break;
            }
            int read = cursor.read(signal, listener, payloads, BATCH);
            if (read > 0) {
                count += read;
                topic.signal().wake();
            }
        }
        return count;
    }

    @Override
    public void pause() {
        paused = true;
    }

    @Override
    public void resume() {
        paused = false;
        signal.wake();
    }

    @Override
    public long[] positions() {
        long[] positions = new long[spec.partitions()];
        Arrays.fill(positions, -1);
        for (Cursor cursor : member.cursors()) {
            if (cursor.isOwnedBy(signal)) {
                positions[cursor.partition()] = cursor.offset();
            }
        }
        return positions;
    }

    @Override
    public void close() {
        closing = true;
        signal.wake();
        Threads.join(thread, CLOSE_MILLIS);
        topic.leave(spec.subscription(), member);
    }
}

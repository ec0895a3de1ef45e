package dev.weir.driver.none;

import dev.weir.driver.client.Consumer;
import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.client.ReaderSpec;
import dev.weir.driver.client.ReceiveListener;
import dev.weir.driver.exception.DriverException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Receives the messages of the partitions that its group assigns to it, on its own thread. */
final class NoneConsumer implements Consumer {
    /**
     * Everything that it waits for wakes it, so it can wait for long. If 10,000 consumers woke up 10 times a second,
     * that would take two cores.
     */
    private static final Duration MAX_WAIT = Duration.ofSeconds(10);

    private final int partitions;
    private final ReceiveListener listener;
    private final NoneReader reader;
    private final Thread thread;
    private volatile boolean closing;

    NoneConsumer(ConsumerSpec spec, Topic topic, ReceiveListener listener) {
        this.listener = listener;
        partitions = spec.partitions();
        var group = Optional.of(spec.subscription());
        reader = new NoneReader(new ReaderSpec(spec.clientId(), spec.topic(), group, List.of(), true), topic, true);
        reader.paused = spec.from().paused();
        thread = Topic.thread("none-consumer-" + spec.clientId(), this::run);
        thread.start();
    }

    private void run() {
        try {
            while (!closing) {
                reader.poll(MAX_WAIT, listener);
            }
        } catch (DriverException e) {
            listener.failed(e, true);
        }
    }

    @Override
    public void pause() {
        reader.paused = true;
    }

    @Override
    public void resume() {
        reader.paused = false;
        reader.wake();
    }

    @Override
    public long[] positions() {
        long[] positions = new long[partitions];
        Arrays.fill(positions, -1);
        reader.share.forEach(cursor -> positions[cursor.partition] = cursor.delivered);
        return positions;
    }

    @Override
    public void close() {
        closing = true;
        reader.wakeUp();
        Topic.join(thread);
        reader.close();
    }
}

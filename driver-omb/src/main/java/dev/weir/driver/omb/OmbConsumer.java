package dev.weir.driver.omb;

import dev.weir.driver.client.Consumer;
import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import java.util.concurrent.atomic.AtomicBoolean;

/** A consumer of OMB. Its position is unknown. */
final class OmbConsumer implements Consumer {
    private final BenchmarkConsumer consumer;
    private final Delivery delivery;
    private final AtomicBoolean closed = new AtomicBoolean();

    OmbConsumer(BenchmarkConsumer consumer, Delivery delivery) {
        this.consumer = consumer;
        this.delivery = delivery;
    }

    @Override
    public void pause() {
        delivery.pause(true);
    }

    @Override
    public void resume() {
        delivery.pause(false);
    }

    /** None: OMB's interfaces have no offsets. */
    @Override
    public long[] positions() {
        return new long[0];
    }

    /**
     * True: a driver of OMB returns a consumer after it has subscribed; only a message shows that it has partitions.
     */
    @Override
    public boolean isAssigned() {
        return true;
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            delivery.close();
            Results.close("a consumer of OMB's driver", consumer);
        }
    }
}

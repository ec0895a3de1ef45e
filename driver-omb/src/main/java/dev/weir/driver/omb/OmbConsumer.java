package dev.weir.driver.omb;

import dev.weir.driver.client.Consumer;
import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import java.util.concurrent.atomic.AtomicBoolean;

/** A consumer of OMB. Where it reads is unknown. */
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

    /** A driver of OMB gives a consumer out when it has subscribed; whether it has partitions shows when a message comes. */
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

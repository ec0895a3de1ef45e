package dev.weir.coordinator;

import dev.weir.driver.Admin;
import dev.weir.driver.Consumer;
import dev.weir.driver.ConsumerSpec;
import dev.weir.driver.Driver;
import dev.weir.driver.DriverConfig;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.Producer;
import dev.weir.driver.ProducerSpec;
import dev.weir.driver.ReceiveListener;
import dev.weir.driver.SendListener;
import dev.weir.driver.none.NoneDriverFactory;
import org.jspecify.annotations.Nullable;

/** The driver none, but before each send something may happen. */
final class BrokenDriver implements DriverFactory {
    static final String NAME = "broken";

    private final BeforeSend beforeSend;

    BrokenDriver(BeforeSend beforeSend) {
        this.beforeSend = beforeSend;
    }

    /** What happens before a message is sent; on the sender's thread. */
    interface BeforeSend {
        void sending(String clientId, long sequence);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Driver open(DriverConfig config) {
        return new Wrapped(new NoneDriverFactory().open(DriverConfig.of("none")));
    }

    private final class Wrapped implements Driver {
        private final Driver none;

        Wrapped(Driver none) {
            this.none = none;
        }

        @Override
        public Admin openAdmin() {
            return none.openAdmin();
        }

        @Override
        public Producer openProducer(ProducerSpec spec, SendListener listener) {
            Producer producer = none.openProducer(spec, listener);
            return new Producer() {
                @Override
                public void send(
                        int partition,
                        byte @Nullable [] key,
                        byte[] value,
                        byte @Nullable [] header,
                        long sequence,
                        long intendedNanos,
                        long sentNanos) {
                    beforeSend.sending(spec.clientId(), sequence);
                    producer.send(partition, key, value, header, sequence, intendedNanos, sentNanos);
                }

                @Override
                public void close() {
                    producer.close();
                }
            };
        }

        @Override
        public Consumer openConsumer(ConsumerSpec spec, ReceiveListener listener) {
            return none.openConsumer(spec, listener);
        }

        @Override
        public void close() {
            none.close();
        }
    }
}

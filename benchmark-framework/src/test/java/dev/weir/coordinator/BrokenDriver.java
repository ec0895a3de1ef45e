package dev.weir.coordinator;

import dev.weir.driver.Admin;
import dev.weir.driver.Consumer;
import dev.weir.driver.ConsumerSpec;
import dev.weir.driver.Driver;
import dev.weir.driver.DriverConfig;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.Producer;
import dev.weir.driver.ProducerSpec;
import dev.weir.driver.Reads;
import dev.weir.driver.ReceiveListener;
import dev.weir.driver.SendListener;
import dev.weir.driver.TransactionalProducer;
import dev.weir.driver.Transactions;
import dev.weir.driver.none.NoneDriverFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The driver none, but before each send something may happen. */
final class BrokenDriver implements DriverFactory {
    static final String NAME = "broken";

    private final BeforeSend beforeSend;
    private final Optional<BeforeCommit> beforeCommit;

    /** One without transactions. */
    BrokenDriver(BeforeSend beforeSend) {
        this(beforeSend, Optional.empty());
    }

    BrokenDriver(BeforeSend beforeSend, BeforeCommit beforeCommit) {
        this(beforeSend, Optional.of(beforeCommit));
    }

    private BrokenDriver(BeforeSend beforeSend, Optional<BeforeCommit> beforeCommit) {
        this.beforeSend = beforeSend;
        this.beforeCommit = beforeCommit;
    }

    /** What happens before a transaction is committed; on the thread that commits. */
    interface BeforeCommit {
        void committing(String transactionalId);

        /** Before a producer is opened; on the thread that opens it. */
        default void opening(String transactionalId) {}
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
                public long blockedNanos() {
                    return producer.blockedNanos();
                }

                @Override
                public void close() {
                    producer.close();
                }
            };
        }

        @Override
        public Optional<Transactions> transactions() {
            return beforeCommit.flatMap(before -> none.transactions().map(transactions -> (spec, listener) -> {
                before.opening(spec.transactionalId());
                return wrapped(transactions.openProducer(spec, listener), before, spec.transactionalId());
            }));
        }

        private TransactionalProducer wrapped(TransactionalProducer producer, BeforeCommit before, String id) {
            return (TransactionalProducer) Proxy.newProxyInstance(
                    BrokenDriver.class.getClassLoader(),
                    new Class<?>[] {TransactionalProducer.class},
                    (proxy, method, arguments) -> {
                        if (method.getName().equals("commit")) {
                            before.committing(id);
                        }
                        try {
                            return method.invoke(producer, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        }

        @Override
        public Optional<Reads> reads() {
            return none.reads();
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

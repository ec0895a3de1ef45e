package dev.weir.coordinator;

import dev.weir.driver.Driver;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.client.Producer;
import dev.weir.driver.client.ProducerSpec;
import dev.weir.driver.client.SendListener;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.transaction.TransactionSupport;
import dev.weir.driver.transaction.TransactionalProducer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Optional;

/** The driver none, but before each send something may happen. */
public final class BrokenDriver implements DriverFactory {
    public static final String NAME = "broken";

    private final BeforeSend beforeSend;
    private final Optional<BeforeCommit> beforeCommit;

    /** One without transactions. */
    public BrokenDriver(BeforeSend beforeSend) {
        this(beforeSend, Optional.empty());
    }

    public BrokenDriver(BeforeSend beforeSend, BeforeCommit beforeCommit) {
        this(beforeSend, Optional.of(beforeCommit));
    }

    private BrokenDriver(BeforeSend beforeSend, Optional<BeforeCommit> beforeCommit) {
        this.beforeSend = beforeSend;
        this.beforeCommit = beforeCommit;
    }

    /** What happens before a transaction is committed; on the thread that commits. */
    public interface BeforeCommit {
        void committing(String transactionalId);

        /** Before a producer is opened; on the thread that opens it. */
        default void opening(String transactionalId) {}

        /** Before a transaction is aborted; on the thread that aborts. */
        default void aborting(String transactionalId) {}

        /** What to do about a failure that no repetition mends. */
        default Optional<String> remedy(Throwable failure) {
            return Optional.empty();
        }
    }

    /** What happens before a message is sent; on the sender's thread. */
    public interface BeforeSend {
        void sending(String clientId, long sequence);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Driver open(DriverConfig config) {
        return new WrappedNone(Map.of()) {
            @Override
            public Producer openProducer(ProducerSpec spec, SendListener listener) {
                return asking(
                        (key, value, sequence) -> {
                            beforeSend.sending(spec.clientId(), sequence);
                            return true;
                        },
                        super.openProducer(spec, listener));
            }

            @Override
            public Optional<TransactionSupport> transactions() {
                return beforeCommit.flatMap(before -> none.transactions().map(transactions -> (spec, listener) -> {
                    before.opening(spec.transactionalId());
                    return wrapped(transactions.openProducer(spec, listener), before, spec.transactionalId());
                }));
            }

            @Override
            public Optional<String> remedyIfPermanent(Throwable failure) {
                return beforeCommit.flatMap(before -> before.remedy(failure));
            }
        };
    }

    private static TransactionalProducer wrapped(TransactionalProducer producer, BeforeCommit before, String id) {
        return (TransactionalProducer) Proxy.newProxyInstance(
                BrokenDriver.class.getClassLoader(),
                new Class<?>[] {TransactionalProducer.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("commit")) {
                        before.committing(id);
                    } else if (method.getName().equals("abort")) {
                        before.aborting(id);
                    }
                    try {
                        return method.invoke(producer, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}

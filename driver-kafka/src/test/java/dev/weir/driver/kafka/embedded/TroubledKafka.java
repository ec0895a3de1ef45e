package dev.weir.driver.kafka.embedded;

import dev.weir.driver.Driver;
import dev.weir.driver.DriverConfig;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.TransactionalProducer;
import dev.weir.driver.Transactions;
import dev.weir.driver.kafka.KafkaDriverFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Kafka's driver, but before one of the commits something happens. */
final class TroubledKafka implements DriverFactory {
    static final String NAME = "troubled";

    private final int number;
    private final Trouble trouble;
    private final AtomicInteger commits = new AtomicInteger();

    /** What happens, on the thread that commits. */
    interface Trouble {
        void befalls(String transactionalId, Transactions transactions);
    }

    /** @param number of the commit before which it happens, from 1 */
    TroubledKafka(int number, Trouble trouble) {
        this.number = number;
        this.trouble = trouble;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Driver open(DriverConfig config) {
        Driver kafka = new KafkaDriverFactory().open(config);
        return proxy(
                Driver.class,
                (method, arguments) -> method.getName().equals("transactions")
                        ? kafka.transactions().map(this::troubled)
                        : invoke(method, kafka, arguments));
    }

    private Transactions troubled(Transactions kafka) {
        return (spec, listener) -> {
            TransactionalProducer producer = kafka.openProducer(spec, listener);
            return proxy(TransactionalProducer.class, (method, arguments) -> {
                if (method.getName().equals("commit") && commits.incrementAndGet() == number) {
                    trouble.befalls(spec.transactionalId(), kafka);
                }
                return invoke(method, producer, arguments);
            });
        };
    }

    private interface Call {
        @Nullable
        Object of(Method method, Object @Nullable [] arguments) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, Call call) {
        return type.cast(Proxy.newProxyInstance(
                TroubledKafka.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> call.of(method, arguments)));
    }

    private static @Nullable Object invoke(Method method, Object target, Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw Optional.ofNullable(e.getCause()).orElse(e);
        }
    }
}

package dev.weir.driver.kafka.embedded;

import dev.weir.driver.Driver;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.client.Reader;
import dev.weir.driver.client.ReaderSupport;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.KafkaDriverFactory;
import dev.weir.driver.transaction.TransactionSupport;
import dev.weir.driver.transaction.TransactionalProducer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Kafka's driver with one fault: something happens before a commit, or the answer to a reader's commit is lost. */
final class TroubledKafka implements DriverFactory {
    static final String NAME = "troubled";

    private final int number;
    private final Trouble trouble;
    private final int unheard;
    private final AtomicInteger commits = new AtomicInteger();
    private final AtomicInteger ofReaders = new AtomicInteger();
    /** Those of Kafka's driver, by what is shown of them. */
    private final Map<Object, Reader> readers = new ConcurrentHashMap<>();

    /** What happens, on the thread that commits. */
    interface Trouble {
        void befalls(String transactionalId, TransactionSupport transactions);
    }

    /** @param number of the commit before which it happens, from 1 */
    TroubledKafka(int number, Trouble trouble) {
        this(number, trouble, Integer.MAX_VALUE);
    }

    private TroubledKafka(int number, Trouble trouble, int unheard) {
        this.number = number;
        this.trouble = trouble;
        this.unheard = unheard;
    }

    /** @param number of the commit of a reader that is done and fails, from 1 */
    static TroubledKafka unheard(int number) {
        return new TroubledKafka(Integer.MAX_VALUE, (id, transactions) -> {}, number);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Driver open(DriverConfig config) {
        Driver kafka = new KafkaDriverFactory().open(config);
        return proxy(Driver.class, (method, arguments) -> switch (method.getName()) {
            case "transactions" -> kafka.transactions().map(this::troubled);
            case "reads" -> kafka.reads().map(this::troubled);
            default -> invoke(method, kafka, arguments);
        });
    }

    private ReaderSupport troubled(ReaderSupport kafka) {
        return spec -> {
            Reader reader = kafka.openReader(spec);
            Reader shown = proxy(Reader.class, (method, arguments) -> {
                Object result = invoke(method, reader, arguments);
                if (method.getName().equals("commit") && ofReaders.incrementAndGet() == unheard) {
                    throw new DriverException("the answer was lost");
                }
                return result;
            });
            readers.put(shown, reader);
            return shown;
        };
    }

    private TransactionSupport troubled(TransactionSupport kafka) {
        return (spec, listener) -> {
            TransactionalProducer producer = kafka.openProducer(spec, listener);
            return proxy(TransactionalProducer.class, (method, arguments) -> {
                if (method.getName().equals("commit") && commits.incrementAndGet() == number) {
                    trouble.befalls(spec.transactionalId(), kafka);
                }
                if (arguments != null && method.getName().equals("sendOffsets")) {
                    arguments[0] = readers.get(arguments[0]);
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
                (proxy, method, arguments) ->
                        arguments != null && method.getName().equals("equals")
                                ? proxy == arguments[0]
                                : call.of(method, arguments)));
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

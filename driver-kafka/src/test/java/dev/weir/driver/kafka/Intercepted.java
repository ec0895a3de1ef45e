package dev.weir.driver.kafka;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Objects of drivers and of Kafka's clients whose calls a test changes. */
public final class Intercepted {
    private Intercepted() {}

    /** What a call of a method does. */
    public interface Change {
        @Nullable
        Object of(String method, Object[] arguments, Original original) throws Throwable;
    }

    /** The call without the change, with the current arguments. */
    public interface Original {
        @Nullable
        Object call() throws Throwable;
    }

    /** Returns a listener that gives the name and arguments of each call to {@code calls}. */
    public static <T> T listener(Class<T> type, BiConsumer<String, Object[]> calls) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    calls.accept(method.getName(), arguments == null ? new Object[0] : arguments);
                    return null;
                }));
    }

    public static <T> T of(Class<T> type, T target, Change change) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    Object[] given = arguments == null ? new Object[0] : arguments;
                    if (method.getName().equals("equals")) {
                        return proxy == given[0];
                    }
                    return change.of(method.getName(), given, () -> {
                        try {
                            return method.invoke(target, given);
                        } catch (InvocationTargetException e) {
                            throw Objects.requireNonNull(e.getCause());
                        }
                    });
                }));
    }
}

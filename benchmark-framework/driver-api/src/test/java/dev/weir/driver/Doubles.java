package dev.weir.driver;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** Doubles of interfaces, most of whose methods do nothing or are noted. */
public final class Doubles {
    private Doubles() {}

    /** What the methods of a double do. */
    public interface Calls {
        /** Returns the result of a method; null: that of the interface's default, or none. */
        @Nullable
        Object call(String method, Object[] given);
    }

    public static <T> T of(Class<T> type, Calls calls) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, given) -> {
            if (method.getDeclaringClass() == Object.class) {
                return method.invoke(calls, given);
            }
            Object result = calls.call(method.getName(), given == null ? new Object[0] : given);
            return result == null && method.isDefault() ? InvocationHandler.invokeDefault(self, method, given) : result;
        }));
    }
}

package dev.weir.driver.loading;

import dev.weir.driver.Driver;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.admin.ClusterSettings;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes a driver's class loader the thread's context class loader during each call: client libraries look for their
 * parts there, and threads that they start inherit it. It goes around the factory and the drivers and administrations
 * that come from it, but not around producers and consumers: what is called per message is called directly.
 *
 * <p>A proxy, because delegates that are written by hand would lack methods that the contract gains later.
 */
record DriverContext(Object target, ClassLoader loader) implements InvocationHandler {
    static <T> T around(Class<T> type, T target, ClassLoader loader) {
        return type.cast(Proxy.newProxyInstance(
                DriverContext.class.getClassLoader(), new Class<?>[] {type}, new DriverContext(target, loader)));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        if (method.getName().equals("equals") && method.getDeclaringClass() == Object.class) {
            return arguments != null && proxy == arguments[0];
        }
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            Object result = method.invoke(target, arguments);
            if (result instanceof Driver driver) {
                return around(Driver.class, driver, loader);
            }
            if (result instanceof Optional<?> optional && optional.orElse(null) instanceof ClusterSettings settings) {
                return Optional.of(around(ClusterSettings.class, settings, loader));
            }
            return result instanceof Admin admin ? around(Admin.class, admin, loader) : result;
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}

package dev.weir.cli.process;

import java.lang.reflect.Proxy;

/**
 * Handles signals that arrive while the JVM already ends because of one, which it would ignore. Uses reflection,
 * because the compiler warns about {@code sun.misc.Signal}, which is exported and documented for this use, and the
 * warning cannot be suppressed.
 */
final class Signals {
    private Signals() {}

    /**
     * Replaces the effect of Ctrl-C and SIGTERM. If that is not possible, they keep their effect.
     *
     * @param action called on a thread of its own for each signal
     */
    static void handle(Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object ours = Proxy.newProxyInstance(
                    handler.getClassLoader(), new Class<?>[] {handler}, (proxy, method, arguments) -> {
                        if (method.getDeclaringClass() == Object.class) {
                            return method.invoke(action, arguments);
                        }
                        action.run();
                        return null;
                    });
            for (String name : new String[] {"INT", "TERM"}) {
                signal.getMethod("handle", signal, handler)
                        .invoke(null, signal.getConstructor(String.class).newInstance(name), ours);
            }
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            // This JVM does not support it; kill -9 still works.
        }
    }
}

package dev.weir.cli.process;

import java.lang.reflect.Proxy;

/**
 * Handles signals that arrive when the JVM is already ending because of one: it would ignore them. By reflection, because the
 * compiler warns of {@code sun.misc.Signal}, which is exported and documented for this use, and takes no suppression.
 */
final class Signals {
    private Signals() {}

    /**
     * Replaces what Ctrl-C and SIGTERM do. Where that is not possible they go on doing what they did.
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
            // This JVM has no such thing: kill -9 is left.
        }
    }
}

package dev.weir.cli.process;

import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Ends a command in good order when the process receives a signal to end (Ctrl-C, SIGTERM). The JVM's shutdown waits
 * for its hooks. Our hook asks the command to end, waits for it, and sets its exit status instead of the JVM's 130. A
 * second signal saves the results so far, for {@value #MAX_SAVE_SECONDS} s at most, and ends the process. What is not
 * saved by then is in the journals.
 */
public final class Interruption implements AutoCloseable {
    private static final int MAX_END_SECONDS = 300;
    private static final int MAX_SAVE_SECONDS = 20;

    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicBoolean abandoned = new AtomicBoolean();
    private final Thread hook;
    private volatile int status = ExitStatus.INTERRUPTED;

    /** Handles interruptions from now on. {@code askToEnd} requests the end, without waiting. */
    public Interruption(Runnable askToEnd) {
        this(() -> "the command ends in order", askToEnd, () -> "", text -> System.err.println("\n" + text));
    }

    /**
     * Handles interruptions of a command that shows output and has results to save.
     *
     * @param what what the command does then, for the person; called on the hook's thread
     * @param askToEnd called on the hook's thread; requests the end without waiting
     * @param abandon saves results, and returns a message about it; called once, before the process ends at once, on a
     *     thread of a signal
     * @param say shows a message to the person; called on the hook's thread or a signal's
     */
    public Interruption(Supplier<String> what, Runnable askToEnd, Supplier<String> abandon, Consumer<String> say) {
        hook = new Thread(() -> endInGoodOrder(what, askToEnd, abandon, say), "interruption");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    public void ended(int exitStatus) {
        status = exitStatus;
        ended.countDown();
    }

    private void endInGoodOrder(
            Supplier<String> what, Runnable askToEnd, Supplier<String> abandon, Consumer<String> say) {
        try {
            handleSignals(() -> endAtOnce(abandon, say));
            say.accept(what.get() + "; this can take some seconds. Ctrl-C again ends Weir at once (kill "
                    + ProcessHandle.current().pid() + ")");
            askToEnd.run();
            if (ended.await(MAX_END_SECONDS, TimeUnit.SECONDS)) {
                Runtime.getRuntime().halt(status);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        endAtOnce(abandon, say);
    }

    /** Ends the process at once; at a third signal, without waiting for results to be saved. */
    private void endAtOnce(Supplier<String> abandon, Consumer<String> say) {
        try {
            if (abandoned.compareAndSet(false, true)) {
                var saving = new Thread(() -> save(abandon, say), "saving");
                saving.setDaemon(true);
                saving.start();
                saving.join(TimeUnit.SECONDS.toMillis(MAX_SAVE_SECONDS));
                if (saving.isAlive()) {
                    say.accept("the measured figures could not be saved within " + MAX_SAVE_SECONDS
                            + " s: run bin/benchmark recover with the folder of the results");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            Runtime.getRuntime().halt(ExitStatus.INTERRUPTED);
        }
    }

    private static void save(Supplier<String> abandon, Consumer<String> say) {
        try {
            say.accept("ended at once" + abandon.get());
        } catch (RuntimeException e) {
            say.accept("the measured figures could not be saved: " + e);
        }
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The hook is running and waits for this thread.
        }
    }

    /**
     * Handles signals that arrive while the JVM already ends because of one, which it would ignore. Uses reflection,
     * because the compiler warns about {@code sun.misc.Signal}, which is exported and documented for this use, and the
     * warning cannot be suppressed.
     */
    private static void handleSignals(Runnable action) {
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

package dev.weir.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Lets a command end in good order when the process is told to end (Ctrl-C, SIGTERM). The JVM's shutdown waits for its
 * hooks; ours asks the command to end, waits for it, and gives its exit status, where the JVM would give 130 for any.
 */
final class Interruption implements AutoCloseable {
    private static final long LONGEST_END_SECONDS = 300;

    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread hook;
    private volatile int status = ExitStatus.INTERRUPTED;

    /**
     * From now on, an interruption calls the given action.
     *
     * @param askToEnd called on the hook's thread; asks, and does not wait
     */
    Interruption(Runnable askToEnd) {
        this(askToEnd, text -> System.err.println("\n" + text));
    }

    /**
     * The same, for a command that shows something meanwhile.
     *
     * @param say tells the person what happens; called on the hook's thread
     */
    Interruption(Runnable askToEnd, Consumer<String> say) {
        hook = new Thread(() -> endInGoodOrder(askToEnd, say), "interruption");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** The command has ended by itself or because it was asked to. */
    void ended(int exitStatus) {
        status = exitStatus;
        ended.countDown();
    }

    private void endInGoodOrder(Runnable askToEnd, Consumer<String> say) {
        say.accept("ending in good order, which can take some seconds; kill -9 "
                + ProcessHandle.current().pid() + " ends it at once");
        askToEnd.run();
        try {
            if (ended.await(LONGEST_END_SECONDS, TimeUnit.SECONDS)) {
                Runtime.getRuntime().halt(status);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The hook is running: it is what waits for us.
        }
    }
}

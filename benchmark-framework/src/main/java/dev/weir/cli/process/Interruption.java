package dev.weir.cli.process;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Ends a command properly when the process receives a signal to end (Ctrl-C, SIGTERM). The JVM's shutdown waits for its
 * hooks; ours asks the command to end, waits for it, and gives its exit status, where the JVM would give 130 for any.
 * Who asks a second time does not want to wait: what there is by then is kept, and the process ends at once.
 */
public final class Interruption implements AutoCloseable {
    private static final int LONGEST_END_SECONDS = 300;

    /** To keep what there is. */
    private static final int LONGEST_ABANDON_SECONDS = 20;

    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicBoolean abandoned = new AtomicBoolean();
    private final HaltDeadline deadline = HaltDeadline.prepared();
    private final Thread hook;
    private volatile int status = ExitStatus.INTERRUPTED;

    /**
     * From now on, an interruption calls the given action.
     *
     * @param askToEnd called on the hook's thread; asks, and does not wait
     */
    public Interruption(Runnable askToEnd) {
        this(() -> "the command ends in order", askToEnd, () -> "", text -> System.err.println("\n" + text));
    }

    /**
     * The same, for a command that shows something meanwhile, and has something to keep.
     *
     * @param what what the command does then, for the person; asked on the hook's thread
     * @param askToEnd as above
     * @param abandon keeps what there is, and tells a person of it; called once, before the process ends at once, on a thread
     *     of a signal
     * @param say tells the person what happens; called on the hook's thread or a signal's
     */
    public Interruption(Supplier<String> what, Runnable askToEnd, Supplier<String> abandon, Consumer<String> say) {
        hook = new Thread(() -> endInGoodOrder(what, askToEnd, abandon, say), "interruption");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** The command has ended by itself or because it was asked to. */
    public void ended(int exitStatus) {
        status = exitStatus;
        ended.countDown();
    }

    private void endInGoodOrder(
            Supplier<String> what, Runnable askToEnd, Supplier<String> abandon, Consumer<String> say) {
        deadline.set(LONGEST_END_SECONDS + LONGEST_ABANDON_SECONDS, ExitStatus.INTERRUPTED);
        try {
            Signals.handle(() -> endAtOnce(abandon, say));
            say.accept(what.get() + "; this can take some seconds. Ctrl-C again ends Weir at once (kill "
                    + ProcessHandle.current().pid() + ")");
            askToEnd.run();
            if (ended.await(LONGEST_END_SECONDS, TimeUnit.SECONDS)) {
                HaltDeadline.halt(status);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (OutOfMemoryError e) {
            say.accept("it cannot end in order: " + e);
        }
        endAtOnce(abandon, say);
    }

    /** A third time does not even wait for what is kept. */
    private void endAtOnce(Supplier<String> abandon, Consumer<String> say) {
        deadline.set(LONGEST_ABANDON_SECONDS, ExitStatus.INTERRUPTED);
        try {
            if (abandoned.compareAndSet(false, true)) {
                say.accept("ended at once" + abandon.get());
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            say.accept("what was measured could not be kept: " + e);
        } finally {
            HaltDeadline.halt(ExitStatus.INTERRUPTED);
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

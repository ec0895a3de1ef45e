package dev.weir.driver.kafka.process;

import java.io.IOException;
import java.util.function.IntConsumer;

/**
 * Waits, in a process that {@link ChildJvm} has started and on a thread of its own, for the end of the process that
 * started it.
 */
public final class OwnerWatch {
    private OwnerWatch() {}

    /**
     * Starts to watch.
     *
     * @param end called once, when the owner has closed the pipe or has ended
     */
    public static void begin(Runnable end) {
        begin(order -> {}, end);
    }

    /**
     * Starts to watch, in a process that takes orders from its owner.
     *
     * @param asked called with each byte that the owner writes; must not block, or the end would not be detected
     */
    public static void begin(IntConsumer asked, Runnable end) {
        var watch = new Thread(
                () -> {
                    awaitEndOfInput(asked);
                    end.run();
                },
                "owner-watch");
        watch.setDaemon(true);
        watch.start();
    }

    private static void awaitEndOfInput(IntConsumer asked) {
        try {
            for (int order = System.in.read(); order >= 0; order = System.in.read()) {
                asked.accept(order);
            }
        } catch (IOException e) {
            // As good as the end.
        }
    }
}

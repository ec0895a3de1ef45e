package dev.weir.driver.kafka.process;

import java.io.IOException;

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
        begin(() -> {}, end);
    }

    /**
     * Starts to watch, in a process that its owner may ask to stop.
     *
     * @param asked called for each byte that the owner writes; must not block, or the end would not be detected
     */
    public static void begin(Runnable asked, Runnable end) {
        var watch = new Thread(
                () -> {
                    awaitEndOfInput(asked);
                    end.run();
                },
                "owner-watch");
        watch.setDaemon(true);
        watch.start();
    }

    private static void awaitEndOfInput(Runnable asked) {
        try {
            while (System.in.read() >= 0) {
                asked.run();
            }
        } catch (IOException e) {
            // As good as the end.
        }
    }
}

package dev.weir.driver.kafka.process;

import java.io.IOException;

/** In a process that {@link ChildJvm} has started: waits on a thread of its own for the end of whoever started it. */
public final class OwnerWatch {
    private OwnerWatch() {}

    /**
     * Begins to watch.
     *
     * @param end called once, when the owner has closed the pipe or is no more
     */
    public static void begin(Runnable end) {
        var watch = new Thread(
                () -> {
                    awaitEndOfInput();
                    end.run();
                },
                "owner-watch");
        watch.setDaemon(true);
        watch.start();
    }

    private static void awaitEndOfInput() {
        try {
            while (System.in.read() >= 0) {
                // The owner has nothing to say; only the end counts.
            }
        } catch (IOException e) {
            // As good as the end.
        }
    }
}

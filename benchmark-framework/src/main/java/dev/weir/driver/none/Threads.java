package dev.weir.driver.none;

import dev.weir.driver.exception.DriverException;

/** Ends threads of this driver. */
final class Threads {
    private Threads() {}

    /** Waits for a thread that was asked to end; if interrupted, for a shorter time, and keeps the interrupt set. */
    static void join(Thread thread, long millis) {
        try {
            thread.join(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        if (thread.isAlive()) {
            throw new DriverException(thread.getName() + " has not ended within " + millis + " ms");
        }
    }
}

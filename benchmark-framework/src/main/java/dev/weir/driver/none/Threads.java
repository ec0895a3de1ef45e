package dev.weir.driver.none;

import dev.weir.driver.exception.DriverException;

/** How threads of this driver are ended. */
final class Threads {
    private Threads() {}

    /** Waits for a thread that has been told to end; interrupted, for a shorter time, and leaves the interrupt set. */
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

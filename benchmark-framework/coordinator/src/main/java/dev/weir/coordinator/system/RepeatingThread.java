package dev.weir.coordinator.system;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A thread that does its work again and again, with a pause after each time, until it is closed. */
final class RepeatingThread implements AutoCloseable {
    private final CountDownLatch ending = new CountDownLatch(1);
    private final long joinMillis;
    private final Thread thread;

    /** What the thread does; it ends if that is interrupted. */
    interface Work {
        void run() throws InterruptedException;
    }

    /** @param joinMillis how long {@link #close} waits for work in progress */
    RepeatingThread(String name, long pauseMillis, long joinMillis, Work work) {
        this.joinMillis = joinMillis;
        this.thread = new Thread(() -> run(pauseMillis, work), name);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void run(long pauseMillis, Work work) {
        try {
            do {
                work.run();
            } while (!ending.await(pauseMillis, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets it end after the work in progress. Any thread. */
    void end() {
        ending.countDown();
    }

    boolean isEnding() {
        return ending.getCount() == 0;
    }

    @Override
    public void close() {
        end();
        try {
            thread.join(joinMillis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

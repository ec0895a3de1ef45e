package dev.weir.feature;

import dev.weir.clock.Clock;
import dev.weir.clock.SystemClock;

/**
 * The clock of a process that can be stopped: a reading waits until the process goes on. Every thread of a coordinator or
 * worker reads its clock all the time, network threads too, so that all of them stand still as they do after {@code SIGSTOP}.
 */
final class StoppableClock implements Clock {
    private boolean stopped;

    @Override
    public synchronized long epochNanos() {
        try {
            while (stopped) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return SystemClock.INSTANCE.epochNanos();
    }

    synchronized void stop() {
        stopped = true;
    }

    synchronized void goOn() {
        stopped = false;
        notifyAll();
    }
}

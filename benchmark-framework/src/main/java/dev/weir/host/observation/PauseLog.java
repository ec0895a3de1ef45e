package dev.weir.host.observation;

import java.util.ArrayList;
import java.util.List;

/**
 * Pauses as they happen, until another thread takes them. Holds a bounded number: of a process that is not asked for a
 * long time the latest are only counted. Any thread; both sides hold the lock for an assignment or two.
 */
final class PauseLog {
    /** More than ten seconds of a hiccup at every wake-up. */
    static final int MOST = 1_200;

    private List<Pause> pauses = new ArrayList<>();
    private long missed;

    synchronized void add(Pause pause) {
        if (pauses.size() < MOST) {
            pauses.add(pause);
        } else {
            missed++;
        }
    }

    /** Those since the last call. */
    synchronized List<Pause> take() {
        List<Pause> taken = pauses;
        pauses = new ArrayList<>();
        return taken;
    }

    /** How many were not kept since the last call. */
    synchronized long takeMissed() {
        long taken = missed;
        missed = 0;
        return taken;
    }
}

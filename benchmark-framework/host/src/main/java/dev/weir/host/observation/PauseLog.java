package dev.weir.host.observation;

import java.util.ArrayList;
import java.util.List;

/**
 * Pauses, until another thread takes them. It is limited: if they are not taken for a long time, the latest are only
 * counted. Any thread; both sides hold the lock briefly.
 */
final class PauseLog {
    /** More than ten seconds with a hiccup at each wake-up. */
    static final int MAX_PAUSES = 1_200;

    private List<Pause> pauses = new ArrayList<>();
    private long missed;

    synchronized void add(Pause pause) {
        if (pauses.size() < MAX_PAUSES) {
            pauses.add(pause);
        } else {
            missed++;
        }
    }

    /** Returns the pauses since the previous call. */
    synchronized List<Pause> take() {
        List<Pause> taken = pauses;
        pauses = new ArrayList<>();
        return taken;
    }

    /** Returns how many were dropped since the previous call. */
    synchronized long takeMissed() {
        long taken = missed;
        missed = 0;
        return taken;
    }
}

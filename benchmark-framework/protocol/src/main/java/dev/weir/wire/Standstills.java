package dev.weir.wire;

import dev.weir.host.observation.Pause;
import java.util.ArrayList;
import java.util.List;

/**
 * Standstills of this process that its network threads noticed: it was stopped, paused with its virtual machine, or got
 * no processor. A peer was not silent just because its messages were not read meanwhile. Any thread.
 */
public final class Standstills {
    /** Shorter ones happen on a busy host, and do not matter compared with limits of at least 5 s. */
    static final long MIN_NANOS = 2_000_000_000;

    private static final int MAX_PAUSES = 1_000;

    private final List<Pause> pauses = new ArrayList<>();

    /** Adds a standstill, unless another connection of the process has noticed it already. */
    synchronized void add(Pause pause) {
        int last = pauses.size() - 1;
        if (last >= 0 && pauses.get(last).endNanos() >= pause.beginNanos()) {
            Pause known = pauses.get(last);
            long begin = Math.min(known.beginNanos(), pause.beginNanos());
            pauses.set(last, new Pause(begin, Math.max(known.endNanos(), pause.endNanos()) - begin));
        } else if (pauses.size() < MAX_PAUSES) {
            pauses.add(pause);
        }
    }

    public synchronized List<Pause> all() {
        return List.copyOf(pauses);
    }

    /** Returns how long the process stood still since a time, in nanoseconds. */
    public synchronized long nanosSince(long nanos) {
        return pauses.stream()
                .mapToLong(pause -> Math.max(0, pause.endNanos() - Math.max(nanos, pause.beginNanos())))
                .sum();
    }
}

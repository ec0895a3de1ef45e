package dev.weir.feature.profiles;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How long threads waited for one thing.
 *
 * @param what the class of a lock; or a kind of I/O with its peer or file
 * @param where the code that waited
 * @param bytes that were read or written; 0 of a lock
 */
public record WaitCost(String what, String where, long count, long totalNanos, long longestNanos, long bytes) {

    private WaitCost plus(WaitCost other) {
        return new WaitCost(
                what,
                where,
                count + other.count,
                totalNanos + other.totalNanos,
                Math.max(longestNanos, other.longestNanos),
                bytes + other.bytes);
    }

    /** Sums up waits for the same by the same code. One thread. */
    static final class Sums {
        private final Map<String, WaitCost> sums = new TreeMap<>();

        void add(WaitCost wait) {
            sums.merge(wait.what + "\n" + wait.where, wait, WaitCost::plus);
        }

        /** The largest first. */
        List<WaitCost> sorted() {
            return sums.values().stream()
                    .sorted(Comparator.comparingLong(WaitCost::totalNanos).reversed())
                    .toList();
        }
    }
}

package dev.weir.coordinator.spike;

import dev.weir.result.code.SpikeCause;
import java.util.ArrayList;
import java.util.List;

/** A series of amounts, one for each second or so, of which only what exceeds the median is evidence. */
final class SecondSums {
    private final SpikeCause cause;
    private final String where;
    private final List<Evidence> sums = new ArrayList<>();

    SecondSums(SpikeCause cause, String where) {
        this.cause = cause;
        this.where = where;
    }

    /** @param nanos for how long messages can have been held up within this time; at least 0 */
    void add(long beginNanos, long endNanos, long nanos) {
        sums.add(new Evidence(cause, where, beginNanos, endNanos, nanos));
    }

    /** Returns what exceeds the median. */
    List<Evidence> unusual() {
        long usual = sums.stream()
                .map(Evidence::heldNanos)
                .sorted()
                .skip(sums.size() / 2)
                .findFirst()
                .orElse(0L);
        return sums.stream()
                .filter(each -> each.heldNanos() > usual)
                .map(each -> new Evidence(cause, where, each.beginNanos(), each.endNanos(), each.heldNanos() - usual))
                .toList();
    }
}

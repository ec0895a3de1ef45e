package dev.weir.coordinator.spike;

import dev.weir.result.code.SpikeCause;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * A series of amounts, one for each second or so. Only unusual amounts are evidence: those that exceed the median by at
 * least half of it, and by five times the median deviation from it.
 */
final class SecondSums {
    private static final long SECOND_NANOS = 900_000_000;
    /** Ten hours; what comes later is no evidence. */
    private static final int MOST_SECONDS = 36_000;

    private static final int TIMES_DEVIATION = 5;

    private final SpikeCause cause;
    private final String where;
    /** Seconds with an amount: of most, it is 0. */
    private final List<Evidence> sums = new ArrayList<>();

    private int zeros;
    private long beginNanos;
    private long amount;
    private boolean isOpen;

    SecondSums(SpikeCause cause, String where) {
        this.cause = cause;
        this.where = where;
    }

    /** @param more what is added in this time, which follows that of the previous call; at least 0 */
    void add(long fromNanos, long toNanos, long more) {
        if (!isOpen) {
            isOpen = true;
            beginNanos = fromNanos;
            amount = 0;
        }
        amount += more;
        if (toNanos - beginNanos >= SECOND_NANOS && zeros + sums.size() < MOST_SECONDS) {
            isOpen = false;
            if (amount == 0) {
                zeros++;
            } else {
                sums.add(new Evidence(cause, where, beginNanos, toNanos, amount));
            }
        }
    }

    /** Returns by how much unusual amounts exceed the median. */
    List<Evidence> unusual() {
        long[] all = LongStream.concat(
                        LongStream.generate(() -> 0).limit(zeros), sums.stream().mapToLong(Evidence::heldNanos))
                .toArray();
        long usual = median(all);
        long deviation =
                median(LongStream.of(all).map(each -> Math.abs(each - usual)).toArray());
        long least = usual + Math.max(usual / 2, TIMES_DEVIATION * deviation);
        return sums.stream()
                .filter(each -> each.heldNanos() > least)
                .map(each -> new Evidence(cause, where, each.beginNanos(), each.endNanos(), each.heldNanos() - usual))
                .toList();
    }

    private static long median(long[] values) {
        Arrays.sort(values);
        return values.length == 0 ? 0 : values[values.length / 2];
    }
}

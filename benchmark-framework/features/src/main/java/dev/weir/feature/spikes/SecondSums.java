package dev.weir.feature.spikes;

import dev.weir.result.code.SpikeCause;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Amounts of one kind, added up over a second or a little longer. Unusual ones exceed the median, per second, by at least
 * half of it, and by five times the median deviation from it.
 */
final class SecondSums {
    /** A snapshot of a second can be a little shorter. */
    static final long SECOND_NANOS = 900_000_000;

    /** Ten hours; what comes later does not count. */
    static final int MAX_SECONDS = 36_000;

    private static final int TIMES_DEVIATION = 5;

    /** Seconds with an amount: of most, it is 0. */
    private final List<Sum> sums = new ArrayList<>();

    private int zeros;
    private Sum open = Sum.NONE;

    /**
     * An amount in its time.
     *
     * @param beginNanos epoch nanoseconds of the coordinator
     * @param amount at least 0; its unit is the caller's
     */
    record Sum(long beginNanos, long endNanos, long amount) {
        private static final Sum NONE = new Sum(0, 0, 0);

        long perSecond() {
            return Math.round(amount * (1e9 / (endNanos - beginNanos)));
        }

        /** Returns the amount beyond the usual amount of this length of time. */
        Sum beyond(long usualPerSecond) {
            return new Sum(beginNanos, endNanos, amount - Math.round(usualPerSecond * ((endNanos - beginNanos) / 1e9)));
        }

        /** Returns evidence that lasted for the amount, in nanoseconds. */
        Evidence lasting(SpikeCause cause, String where, int order) {
            return new Evidence(cause, where, order, beginNanos, endNanos, amount);
        }
    }

    /** Adds an amount; its time follows that of the previous call, or begins earlier. */
    void add(long beginNanos, long endNanos, long amount) {
        open = open.equals(Sum.NONE)
                ? new Sum(beginNanos, endNanos, amount)
                : new Sum(Math.min(beginNanos, open.beginNanos()), endNanos, open.amount() + amount);
        if (endNanos - open.beginNanos() >= SECOND_NANOS) {
            close();
        }
    }

    private void close() {
        if (open.amount() == 0) {
            zeros++;
        } else if (zeros + sums.size() < MAX_SECONDS) {
            sums.add(open);
        }
        open = Sum.NONE;
    }

    /** Returns by how much unusual amounts exceed the median. Nothing can be added after that. */
    List<Sum> unusual() {
        close();
        LongStream others = sums.stream().mapToLong(Sum::perSecond);
        long[] all = LongStream.concat(LongStream.of(new long[zeros]), others).toArray();
        long usual = median(all);
        long deviation =
                median(LongStream.of(all).map(each -> Math.abs(each - usual)).toArray());
        long least = usual + Math.max(usual / 2, TIMES_DEVIATION * deviation);
        return sums.stream()
                .filter(each -> each.perSecond() > least)
                .map(each -> each.beyond(usual))
                .toList();
    }

    private static long median(long[] values) {
        Arrays.sort(values);
        return values.length == 0 ? 0 : values[values.length / 2];
    }
}

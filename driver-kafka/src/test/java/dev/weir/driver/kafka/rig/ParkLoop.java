package dev.weir.driver.kafka.rig;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * The main of a process that does what a sender does without sending anything: waits with {@code parkNanos} until each
 * message is due, and records how late it then is. What no sender on this host that parks can be better than.
 */
final class ParkLoop {
    private static final String RESULT = "late nanos: ";
    private static final int WARMUP_SECONDS = 2;
    private static final int SECONDS = 5;
    /** How long {@link #run} takes, with the start of its process. */
    static final int WHOLE_SECONDS = WARMUP_SECONDS + SECONDS + 1;

    private ParkLoop() {}

    /** How late it is at the load's rate, in a process of its own, beside whatever runs now. */
    static Side.Delays run(Bench bench, Load load) {
        var words = List.of(Integer.toString(load.messagesPerSecond()));
        try (var loop = bench.startJava("park-loop", ParkLoop.class.getName(), words)) {
            loop.awaitSuccess(Duration.ofSeconds(60));
            return Side.Delays.ofNanos(Stream.of(loop.awaitLine(RESULT).split(" ", -1))
                    .map(Long::valueOf)
                    .toList());
        }
    }

    /** Takes messages per second. */
    public static void main(String[] arguments) {
        double nanosPerMessage = 1e9 / Integer.parseInt(arguments[0]);
        long warmupNanos = WARMUP_SECONDS * 1_000_000_000L;
        long endNanos = warmupNanos + SECONDS * 1_000_000_000L;
        var late = new Histogram(3);
        long start = System.nanoTime();
        long intended = 0;
        for (long index = 1; intended < endNanos; index++) {
            long now = park(start, intended);
            if (intended >= warmupNanos) {
                late.recordValue(now - intended);
            }
            intended = (long) (index * nanosPerMessage + 0.5);
        }
        System.out.println(RESULT + late.getValueAtPercentile(50) + " " + late.getValueAtPercentile(99) + " "
                + late.getValueAtPercentile(99.9));
    }

    /** Waits until a time after the start, and tells which it then is. */
    static long park(long start, long due) {
        long now = System.nanoTime() - start;
        while (now < due) {
            LockSupport.parkNanos(due - now);
            now = System.nanoTime() - start;
        }
        return now;
    }
}

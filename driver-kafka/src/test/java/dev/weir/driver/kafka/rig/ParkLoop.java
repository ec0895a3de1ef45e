package dev.weir.driver.kafka.rig;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
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

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private ParkLoop() {}

    /** How late it is at the load's rate, in a process of its own, beside whatever runs now. */
    static Delays run(Bench bench, Load load) {
        List<String> words = List.of(
                Integer.toString(load.messagesPerSecond()),
                Integer.toString(WARMUP_SECONDS),
                Integer.toString(SECONDS));
        try (var loop = bench.startJava("park-loop", ParkLoop.class.getName(), words)) {
            loop.awaitSuccess(LIMIT);
            return Delays.parse(loop.awaitLine(RESULT));
        }
    }

    /** Takes messages per second, seconds before anything counts, and seconds. */
    public static void main(String[] arguments) {
        double nanosPerMessage = 1e9 / Integer.parseInt(arguments[0]);
        long warmupNanos = Integer.parseInt(arguments[1]) * 1_000_000_000L;
        long endNanos = warmupNanos + Integer.parseInt(arguments[2]) * 1_000_000_000L;
        var late = new Histogram(3);
        long start = System.nanoTime();
        for (long index = 0; ; index++) {
            long intended = (long) (index * nanosPerMessage + 0.5);
            long now = System.nanoTime() - start;
            while (now < intended) {
                LockSupport.parkNanos(intended - now);
                now = System.nanoTime() - start;
            }
            if (intended >= endNanos) {
                break;
            }
            if (intended >= warmupNanos) {
                late.recordValue(now - intended);
            }
        }
        System.out.println(RESULT + late.getValueAtPercentile(50) + " " + late.getValueAtPercentile(99) + " "
                + late.getValueAtPercentile(99.9));
    }
}

package dev.weir.driver.kafka.rig;

import java.time.Duration;
import java.util.List;

/** Runs {@link ParkLoop} in processes of its own. */
final class ParkLoops {
    private static final int WARMUP_SECONDS = 2;
    private static final int SECONDS = 5;
    /** With the start of its process. */
    static final int WHOLE_SECONDS = WARMUP_SECONDS + SECONDS + 1;

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Bench bench;

    ParkLoops(Bench bench) {
        this.bench = bench;
    }

    /** How late a bare park loop is at the load's rate, beside whatever runs now. */
    Delays run(Load load) {
        List<String> words = List.of(
                Integer.toString(load.messagesPerSecond()),
                Integer.toString(WARMUP_SECONDS),
                Integer.toString(SECONDS));
        try (var loop = bench.startJava("park-loop", ParkLoop.class.getName(), words)) {
            loop.awaitSuccess(LIMIT);
            return Delays.parse(loop.awaitLine(ParkLoop.RESULT));
        }
    }
}

package dev.weir.coordinator.workers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.Deadline;
import dev.weir.clock.ManualClock;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.wire.WireClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Waiting for workers, with a clock that stands still or jumps as a test says. */
class WorkersTest {
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private final ManualClock clock = new ManualClock(0);
    private final AtomicInteger turns = new AtomicInteger();

    /**
     * Stopped for 40 s, the coordinator has not heard what its workers said: they have their 2 s again, and no more. A moment
     * of the load is not put off.
     */
    @ParameterizedTest
    @CsvSource({"true, 42700", "false, 40000"})
    @Timeout(60)
    void aLimitForWorkersIsExtendedByTheCoordinatorsOwnStandstill(boolean forWorkers, long endMillis)
            throws InterruptedException {
        BooleanSupplier turn = () -> {
            clock.advance(turns.incrementAndGet() == 1 ? Duration.ofSeconds(40) : Duration.ofMillis(900));
            return false;
        };
        try (Workers workers = workers()) {
            Deadline limit = Deadline.after(clock, LIMIT);

            assertThat(forWorkers ? workers.awaitRunning(limit, turn) : workers.await(limit, turn))
                    .isFalse();
            assertThat(clock.epochNanos())
                    .isEqualTo(Duration.ofMillis(endMillis).toNanos());
        }
    }

    private Workers workers() {
        return new Workers(
                "run", List.of(), clock, new WireClient(clock), List.of(), ProgressListener.NONE, change -> {});
    }
}

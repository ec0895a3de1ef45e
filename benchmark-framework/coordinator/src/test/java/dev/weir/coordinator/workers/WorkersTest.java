package dev.weir.coordinator.workers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.Deadline;
import dev.weir.clock.ManualClock;
import dev.weir.wire.WireClient;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Waiting for workers, with a clock that stands still or jumps as a test says. */
class WorkersTest {
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private final ManualClock clock = new ManualClock(0);
    private final AtomicInteger turns = new AtomicInteger();

    /** Stopped for 40 s, the coordinator has not heard what its workers said: they have their 2 s again, and no more. */
    @Test
    @Timeout(60)
    void aLimitForWorkersIsExtendedByTheCoordinatorsOwnStandstill() throws InterruptedException {
        try (Workers workers = workers()) {
            boolean done = workers.awaitRunning(Deadline.after(clock, LIMIT), () -> {
                clock.advance(turns.incrementAndGet() == 1 ? Duration.ofSeconds(40) : Duration.ofMillis(900));
                return false;
            });

            assertThat(done).isFalse();
            assertThat(clock.epochNanos())
                    .isEqualTo(Duration.ofMillis(40_000 + 3 * 900).toNanos());
        }
    }

    @Test
    @Timeout(60)
    void aMomentOfTheLoadIsNotPutOff() throws InterruptedException {
        try (Workers workers = workers()) {
            boolean done = workers.await(Deadline.after(clock, LIMIT), () -> {
                clock.advance(Duration.ofSeconds(40));
                return false;
            });

            assertThat(done).isFalse();
            assertThat(clock.epochNanos()).isEqualTo(Duration.ofSeconds(40).toNanos());
        }
    }

    private Workers workers() {
        var nothing = (Workers.Reports) Proxy.newProxyInstance(
                WorkersTest.class.getClassLoader(),
                new Class<?>[] {Workers.Reports.class},
                (proxy, method, arguments) -> null);
        return new Workers("run", List.of(), clock, new WireClient(clock), nothing);
    }
}

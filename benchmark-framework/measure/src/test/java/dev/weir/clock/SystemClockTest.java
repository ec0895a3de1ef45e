package dev.weir.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SystemClockTest {
    private final Clock clock = SystemClock.INSTANCE;

    @Test
    void neverGoesBack() {
        long last = clock.epochNanos();
        for (int i = 0; i < 1_000_000; i++) {
            long now = clock.epochNanos();
            assertThat(now >= last).isTrue();
            last = now;
        }
    }

    /** A wall clock that is slewed drifts away by at most 500 ppm: 1 s leaves room for a process of half an hour. */
    @Test
    void isCloseToTheWallClock() {
        Instant before = Instant.now();
        Instant ours = Instant.ofEpochSecond(0, clock.epochNanos());
        Instant after = Instant.now();

        assertThat(ours).isBetween(before.minus(Duration.ofSeconds(1)), after.plus(Duration.ofSeconds(1)));
    }
}

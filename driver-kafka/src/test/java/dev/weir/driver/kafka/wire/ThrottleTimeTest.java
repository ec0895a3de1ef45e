package dev.weir.driver.kafka.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ThrottleTimeTest {
    private static final long HOUR_MILLIS = 3_600_000;

    /** Two brokers delay the client at the same time, which counts once, and only as far as it has passed. */
    @Test
    void countsTheTimeThatHasPassedOnce() {
        long begin = System.nanoTime();
        var time = new ThrottleTime();
        time.answered(0);
        assertThat(time.nanos()).isZero();
        assertThat(time.metrics("produce")).isEmpty();

        time.answered(HOUR_MILLIS);
        time.answered(2 * HOUR_MILLIS);
        assertThat(time.nanos()).isBetween(0L, System.nanoTime() - begin);
        assertThat(time.metrics("fetch"))
                .containsEntry("fetch-throttle-time-avg", (double) HOUR_MILLIS)
                .containsEntry("fetch-throttle-time-max", 2.0 * HOUR_MILLIS);
    }
}

package dev.weir.clock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.WallClockWatch.ClockStep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WallClockWatchTest {
    private static final long START = 1_700_000_000_000_000_000L;
    private static final Duration TICK = Duration.ofMillis(20);

    private final ManualClock monotonic = new ManualClock(START);
    private final AtomicLong wallAhead = new AtomicLong(1234);
    private long readingNanos;
    private final WallClockWatch watch = new WallClockWatch(new Clock() {
        @Override
        public long epochNanos() {
            return monotonic.epochNanos();
        }

        @Override
        public long wallNanos() {
            monotonic.advance(Duration.ofNanos(readingNanos));
            return monotonic.epochNanos() + wallAhead.get();
        }
    });

    @ParameterizedTest
    @ValueSource(longs = {-3_000_000_000L, 2_000_000})
    void reportsOnceWhenAndHowFarTheWallClockWasSet(long stepNanos) {
        assertThat(lookFor(Duration.ofSeconds(5), 0)).isEmpty();
        wallAhead.addAndGet(stepNanos);

        assertThat(lookFor(Duration.ofSeconds(5), 0)).singleElement().satisfies(step -> {
            assertThat(step.byNanos()).isEqualTo(stepNanos);
            assertThat(step.atNanos()).isBetween(START + 5_000_000_000L, START + 5_020_000_000L);
        });
    }

    @Test
    void ignoresSlewing() {
        assertThat(lookFor(Duration.ofMinutes(10), 10_000)).isEmpty();
    }

    @Test
    void ignoresAPauseDuringSlewing() {
        assertThat(lookFor(Duration.ofSeconds(2), 0)).isEmpty();
        monotonic.advance(Duration.ofSeconds(30));
        wallAhead.addAndGet(15_000_000);

        assertThat(lookFor(Duration.ofSeconds(2), 0)).isEmpty();
    }

    @Test
    void doesNotTrustAReadingThatWasInterrupted() {
        assertThat(lookFor(Duration.ofSeconds(1), 0)).isEmpty();
        readingNanos = 5_000_000;
        assertThat(watch.check()).isEmpty();
        readingNanos = 0;
        assertThat(lookFor(Duration.ofSeconds(1), 0)).isEmpty();
    }

    /** Looks all the while; the wall clock gains so much at each tick. */
    private List<ClockStep> lookFor(Duration duration, long gainNanos) {
        List<ClockStep> steps = new ArrayList<>();
        for (long tick = duration.dividedBy(TICK); tick > 0; tick--) {
            watch.check().ifPresent(steps::add);
            monotonic.advance(TICK);
            wallAhead.addAndGet(gainNanos);
        }
        return steps;
    }
}

package dev.weir.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.ManualClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessingTimeTest {
    private static final long LATE_NANOS = 70_000;

    private final ManualClock clock = new ManualClock(0);
    private final List<Long> parks = new ArrayList<>();

    @Test
    void spendsTheTimeOfAllMessagesThoughItSleepsTooLongEachTime() {
        ProcessingTime processing = processing(300_000);

        for (int message = 0; message < 1000; message++) {
            processing.spend();
        }

        assertThat(clock.epochNanos()).isBetween(300_000_000L, 300_000_000L + LATE_NANOS);
    }

    @Test
    void addsUpWaitsThatAreTooShortToPark() {
        ProcessingTime processing = processing(5_000);

        for (int message = 0; message < 10_000; message++) {
            processing.spend();
        }

        assertThat(parks).hasSizeBetween(180, 250).allMatch(park -> park >= 100_000);
        assertThat(clock.epochNanos()).isBetween(50_000_000L - 200_000, 50_000_000L + LATE_NANOS);
    }

    @Test
    void creditsOnlyAShortTimeAfterALongStop() {
        ProcessingTime processing =
                new ProcessingTime(clock, 300_000, nanos -> clock.set(clock.epochNanos() + nanos * 100));
        processing.spend();
        long stopped = clock.epochNanos();

        for (int message = 0; message < 7; message++) {
            processing.spend();
        }

        assertThat(clock.epochNanos()).isEqualTo(stopped);
        processing.spend();
        assertThat(clock.epochNanos()).isGreaterThan(stopped);
    }

    @Test
    void endsWhenTheConsumerIsClosed() {
        ProcessingTime processing = processing(1_000_000_000);
        processing.end();

        processing.spend();

        assertThat(clock.epochNanos()).isZero();
    }

    private ProcessingTime processing(long nanosPerMessage) {
        return new ProcessingTime(clock, nanosPerMessage, nanos -> {
            parks.add(nanos);
            clock.set(clock.epochNanos() + nanos + LATE_NANOS);
        });
    }
}

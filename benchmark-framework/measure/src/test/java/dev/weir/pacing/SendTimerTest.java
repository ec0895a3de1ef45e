package dev.weir.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.ManualClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SendTimerTest {
    private static final long START = 1_700_000_000_000_000_000L;
    private final ManualClock clock = new ManualClock(START);
    private final List<Long> parks = new ArrayList<>();

    @Test
    void parksUntilTheMessageIsDue() {
        assertThat(timer(100_000, 0, 30_000).once(START + 500_000, START)).isEqualTo(START + 530_000);
        assertThat(parks).containsExactly(500_000L);
    }

    @Test
    void wakesUpOncePerPrecisionHoweverOftenMessagesAreDue() {
        var timer = timer(250_000, 0, 60_000);
        long now = START;
        long due = START;
        List<Long> delays = new ArrayList<>();
        while (now < START + 100_000_000) {
            while (due <= now) {
                delays.add(now - due);
                due += 20_000;
            }
            now = timer.once(due, now);
        }

        assertThat(parks).hasSizeBetween(399, 401);
        assertThat(delays).allMatch(delay -> delay <= 250_000 + 60_000);
        assertThat(delays.stream().mapToLong(Long::longValue).average().orElseThrow())
                .isBetween(110_000.0, 140_000.0);
    }

    @Test
    void spinsWhereParkingWouldBeTooLate() {
        var timer = timer(1_000, 100_000, 70_000);

        assertThat(timer.once(START + 90_000, START)).isEqualTo(START);
        assertThat(parks).isEmpty();
        assertThat(timer.once(START + 400_000, START)).isEqualTo(START + 370_000);
        assertThat(parks).containsExactly(300_000L);
    }

    @Test
    void doesNotSpinForAWakeUpThatNoMessageNeeds() {
        var timer = timer(250_000, 70_000, 70_000);
        long now = timer.once(START + 300_000, START);
        assertThat(now).isEqualTo(START + 300_000);
        clock.set(START + 500_000);

        // The wake-up after it would be at 550,000, which is too close to park for.
        timer.once(START + 510_000, START + 500_000);

        assertThat(parks).containsExactly(230_000L, 230_000L);
    }

    /** A thread that has caught up after a stall finds the next message too close to park for. */
    @Test
    void parksAgainAfterItHasBeenLate() {
        var timer = new SendTimer(this::tick, new PacingPrecision(250_000, 70_000), nanos -> park(nanos, 70_000));
        long due = START + 10_000;
        long now = START;
        while (now < START + 100_000_000) {
            now = timer.once(due, now);
            due += due <= now ? 20_000 * ((now - due) / 20_000 + 1) : 0;
        }

        assertThat(parks).hasSizeBetween(390, 410);
    }

    @Test
    void spinsForTheRestWhenItWakesUpBeforeTheMessageIsDue() {
        var timer = timer(250_000, 70_000, 50_000);
        long now = timer.once(START + 500_000, START);
        assertThat(now).isEqualTo(START + 480_000);

        assertThat(timer.once(START + 500_000, now)).isEqualTo(now);
        assertThat(parks).hasSize(1);
    }

    @Test
    void checksRegularlyWhileNothingIsDue() {
        assertThat(timer(0, 0, 0).once(START + 3_600_000_000_000L, START)).isEqualTo(START + 2_000_000_000);
    }

    /** With parking that is late by so much. */
    private SendTimer timer(long precisionNanos, long earlyNanos, long lateNanos) {
        return new SendTimer(clock, new PacingPrecision(precisionNanos, earlyNanos), nanos -> park(nanos, lateNanos));
    }

    private void park(long nanos, long lateNanos) {
        parks.add(nanos);
        clock.set(clock.epochNanos() + nanos + lateNanos);
    }

    /** A clock on which time goes on by being read, as it does for who spins. */
    private long tick() {
        clock.set(clock.epochNanos() + 100);
        return clock.epochNanos();
    }
}

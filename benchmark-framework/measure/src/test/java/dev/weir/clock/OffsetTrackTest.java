package dev.weir.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.clock.OffsetTrack.OffsetRamp;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class OffsetTrackTest {
    private static final long SECOND = 1_000_000_000;
    private static final long START = 1_700_000_000 * SECOND;

    @Test
    void keepsToARealOffsetForHoursWithoutAStep() {
        var estimator = new OffsetEstimator();
        var path =
                new SimulatedPath(11, now -> 5 * SECOND + Math.round((now - START) * -60e-6), 30_000, 130_000, 40_000);
        for (int second = -3; second < 0; second++) {
            path.second(estimator, START + second * SECOND, 20);
        }
        OffsetTrack track = OffsetTrack.following(estimator.estimate(), START, START + SECOND / 2);
        var random = new SplittableRandom(2);
        long end = START + SECOND / 2;
        long stretch = SECOND / 2;
        long before = track.at(START);
        for (long now = START; now < START + 2 * 3600 * SECOND; now += SECOND / 10) {
            if (random.nextInt(10) == 0) {
                path.exchange(estimator, now);
            }
            if (now >= end - Math.min(stretch / 2, SECOND)) {
                track.check(now - 4 * SECOND, estimator.at(now - 4 * SECOND));
                stretch = Math.min(2 * stretch, 8 * SECOND);
                end += stretch;
                track.leadTo(now, end, estimator.estimate());
                path.second(estimator, now, 20);
            }
            // A tenth of a second at 60 ppm, and what is slewed besides.
            assertThat(Math.abs(track.at(now) - before)).isLessThan(60_000);
            before = track.at(now);
            assertThat(Math.abs(track.at(now) - path.ahead(now)))
                    .as("after %d s", (now - START) / SECOND)
                    .isLessThanOrEqualTo(track.boundNanos() + 20_000);
            assertThat(track.toOurs(track.toOther(now))).isBetween(now - 1, now + 1);
        }

        assertThat(track.boundNanos()).isLessThan(300_000);
        assertThat(track.drift(estimator.estimate()) * 1e6).isBetween(-60.2, -59.8);
        assertThat(track.driftBound(estimator.estimate()) * 1e6).isLessThan(0.2);
        assertThat(Math.abs(track.first().offsetNanos() - 5 * SECOND))
                .isLessThanOrEqualTo(track.first().boundNanos());
    }

    @Test
    void goesEvenlyFromKnotToKnot() {
        OffsetTrack track = OffsetTrack.following(estimate(START, 1000, 0), START, START + SECOND);
        track.leadTo(START, START + 3 * SECOND, estimate(START + SECOND / 2, 2000, 0));

        assertThat(track.at(START + SECOND)).isEqualTo(1000);
        assertThat(track.at(START + 2 * SECOND)).isEqualTo(1500);
        assertThat(track.at(START + 3 * SECOND)).isEqualTo(2000);
        assertThat(track.at(START + 4 * SECOND)).isEqualTo(2500);
        assertThat(track.at(START - SECOND)).isEqualTo(1000);
    }

    /** The coordinator may stand still: until its next ramp arrives, workers continue the last one. */
    @Test
    void anExtensionThatComesLateContinuesTheLastRampUntilThen() {
        OffsetTrack track = OffsetTrack.following(estimate(START, 1000, 0), START, START + SECOND);
        track.leadTo(START, START + 2 * SECOND, estimate(START, 2000, 0));
        track.leadTo(START + 4 * SECOND, START + 6 * SECOND, estimate(START + 4 * SECOND, 1000, 0));

        assertThat(track.newest()).isEqualTo(new OffsetRamp(START + 4 * SECOND, START + 6 * SECOND, 4000, 1000));
        assertThat(track.at(START + 3 * SECOND)).isEqualTo(3000);
        track.check(START + 4 * SECOND, new ClockOffset(1000, 10));
        assertThat(track.boundNanos()).isEqualTo(3010);
    }

    @Test
    void theBoundIsTheErrorByLaterEstimates() {
        OffsetTrack track = OffsetTrack.following(estimate(START, 1000, 100), START, START + SECOND);
        assertThat(track.boundNanos()).isEqualTo(100);

        track.check(START + SECOND, new ClockOffset(1700, 50));
        assertThat(track.boundNanos()).isEqualTo(750);

        track.check(START + 2 * SECOND, new ClockOffset(1000, 10));
        assertThat(track.boundNanos()).isEqualTo(750);
    }

    @Test
    void countsOnlyTheMeasurement() {
        OffsetTrack track = OffsetTrack.following(estimate(START, 1000, 500), START, START + SECOND);
        track.countFrom(START + 2 * SECOND);

        track.check(START + SECOND, new ClockOffset(1000, 300));
        track.check(START + 2 * SECOND, new ClockOffset(1000, 50));
        assertThat(track.boundNanos()).isEqualTo(50);

        track.check(START + 3 * SECOND, new ClockOffset(1000, 60));
        track.check(START + 4 * SECOND, new ClockOffset(1000, 40));
        assertThat(track.boundNanos()).isEqualTo(60);
    }

    @Test
    void aTrackOfNoneLeavesTimesUnchangedAndReportsTheirError() {
        OffsetTrack track = OffsetTrack.ofNone(estimate(START, 30, 100), START);
        track.leadTo(START, START + SECOND, estimate(START, 1000, 100));
        track.check(START + SECOND, new ClockOffset(5000, 100));

        assertThat(track.toOther(START + 9 * SECOND)).isEqualTo(START + 9 * SECOND);
        assertThat(track.toOurs(START)).isEqualTo(START);
        assertThat(track.boundNanos()).isEqualTo(5100);
        assertThat(track.first().offsetNanos()).isEqualTo(30);
    }

    @Test
    void clocksThatDriftApartLaterAreFollowedFromThenOnWithoutAStep() {
        OffsetTrack track = OffsetTrack.ofNone(estimate(START, 30, 100), START);
        track.leadTo(START, START + SECOND, estimate(START, 40, 100));
        track.follow();
        track.leadTo(START, START + 2 * SECOND, estimate(START + SECOND / 2, 4000, 100));
        track.leadTo(START, START + 3 * SECOND, estimate(START + SECOND, 8000, 100));

        assertThat(track.at(START + SECOND / 2)).isZero();
        assertThat(track.at(START + SECOND)).isZero();
        assertThat(track.at(START + 3 * SECOND / 2)).isEqualTo(2000);
        assertThat(track.at(START + 3 * SECOND)).isEqualTo(8000);
    }

    @Test
    void isAsUncertainAsCanBeWithoutAnEstimate() {
        assertThat(OffsetTrack.ofNone(ClockEstimate.UNKNOWN, 0).boundNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(OffsetTrack.ofNone(ClockEstimate.SAME, START).boundNanos()).isZero();
    }

    @Test
    void isMadeOfRampsThatTakeTime() {
        assertThatThrownBy(() -> new OffsetRamp(5, 5, 0, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a ramp must end after it begins, got 5 to 5");
    }

    private static ClockEstimate estimate(long at, long offset, long bound) {
        return new ClockEstimate(at, new ClockOffset(offset, bound), 0, 0, 2 * bound);
    }
}

package dev.weir.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clocks that are known, estimated through networks that are. */
class OffsetEstimatorTest {
    private static final long SECOND = 1_000_000_000;
    private static final long START = 1_700_000_000 * SECOND;
    private static final long HOUR_AHEAD = 3600 * SECOND;

    private final OffsetEstimator estimator = new OffsetEstimator();

    @Test
    void anExchangeIsExactWhenBothWaysTakeEquallyLong() {
        assertThat(ClockOffset.ofExchange(1000, 51_100, 51_150, 1250)).isEqualTo(new ClockOffset(50_000, 100));
    }

    @Test
    void anExchangeStaysWithinItsBoundHoweverUnequalTheWaysAre() {
        var random = new SplittableRandom(1);
        for (int i = 0; i < 100_000; i++) {
            long ahead = random.nextLong(-5_000_000_000L, 5_000_000_000L);
            long there = random.nextLong(0, 1L << random.nextInt(1, 32));
            long back = random.nextLong(0, 1L << random.nextInt(1, 32));
            long thinking = random.nextLong(0, 1_000_000);
            long received = START + there + ahead;
            long responded = received + thinking;

            ClockOffset offset = ClockOffset.ofExchange(START, received, responded, responded - ahead + back);

            assertThat(Math.abs(offset.offsetNanos() - ahead))
                    .as("ahead %d, there %d, back %d", ahead, there, back)
                    .isLessThanOrEqualTo(offset.boundNanos());
            assertThat(offset.boundNanos()).isLessThanOrEqualTo((there + back + 1) / 2);
        }
    }

    @Test
    void anExchangeHasABoundOfZeroWhereTimeSeemsToRunBackwards() {
        assertThat(ClockOffset.ofExchange(100, 100, 200, 150).boundNanos()).isZero();
    }

    @Test
    void isUnknownWithoutAnExchange() {
        assertThat(estimator.estimate()).isEqualTo(ClockEstimate.UNKNOWN);
        assertThat(estimator.estimate().isKnown()).isFalse();
        assertThat(estimator.estimate().at(START)).isEqualTo(ClockOffset.UNKNOWN);
    }

    @Test
    void boundsTheOffsetByHalfTheRoundTripOfOneExchange() {
        estimator.add(START, START + 1000 + 70, START + 1000 + 80, START + 150);

        ClockOffset offset = estimator.estimate().at(START + 75);
        assertThat(Math.abs(offset.offsetNanos() - 1000)).isLessThanOrEqualTo(offset.boundNanos());
        assertThat(offset.boundNanos()).isLessThanOrEqualTo(72);
    }

    @Test
    void forgetsAQuickExchangeOfLongAgo() {
        new SimulatedPath(1, now -> 100, 10, 10, 0).exchange(estimator, START);
        var slow = new SimulatedPath(1, now -> 5000, 1000, 1000, 0);
        for (int second = 61; second <= 90; second++) {
            slow.exchange(estimator, START + second * SECOND);
        }

        assertThat(estimator.estimate().offset().offsetNanos()).isEqualTo(5000);
        assertThat(estimator.estimate().offset().boundNanos()).isBetween(900L, 1002L);
    }

    /** Four hours, with the paths of a rack, of a data centre that is slower one way, and of a busy loopback. */
    @ParameterizedTest
    @CsvSource({
        "0, 20000, 20000, 5000",
        "0.1, 30000, 90000, 20000",
        "-40, 50000, 50000, 200000",
        "100, 5000, 5000, 1000000",
        "-450, 200000, 10000, 50000",
    })
    void staysWithinItsBoundForHoursWhateverTheDrift(double ppm, long there, long back, long jitter) {
        var path = new SimulatedPath(7, now -> HOUR_AHEAD + Math.round((now - START) * ppm / 1e6), there, back, jitter);
        long worstBound = 0;
        for (int second = 0; second < 4 * 3600; second++) {
            long begin = START + second * SECOND;
            path.second(estimator, begin, second % 8 == 0 ? 20 : 1);
            long worst = assertWithinBound(path, begin + SECOND / 2, begin + 9 * SECOND);
            if (second > 30) {
                assertWithinBound(path, begin - 30 * SECOND, begin - 7 * SECOND / 2);
                assertThat(estimator.at(begin - 10 * SECOND).boundNanos())
                        .isLessThanOrEqualTo(estimator.at(begin + 9 * SECOND).boundNanos());
            }
            worstBound = second > 120 ? Math.max(worstBound, worst) : 0;
        }

        // Half the round trip at least, but little more: the drift is known to some millionths.
        assertThat(worstBound).isLessThan((there + back + 2 * jitter) / 2 + 60_000);
        assertThat(estimator.estimate().drift() * 1e6)
                .isBetween(
                        ppm - estimator.estimate().driftBound() * 1e6,
                        ppm + estimator.estimate().driftBound() * 1e6);
        assertThat(estimator.estimate().driftBound()).isLessThan(20e-6);
    }

    /** As a crystal does in a room that is heated and aired: 2 parts per million up and down within 20 minutes. */
    @Test
    void followsADriftThatWanders() {
        double period = 1200.0 * SECOND;
        LongUnaryOperator ahead =
                now -> Math.round(2e-6 * period / (2 * Math.PI) * Math.sin(2 * Math.PI * (now - START) / period));
        var path = new SimulatedPath(3, ahead, 40_000, 40_000, 20_000);
        for (int second = 0; second < 2 * 3600; second++) {
            long begin = START + second * SECOND;
            path.second(estimator, begin, second % 8 == 0 ? 20 : 1);
            assertWithinBound(path, begin + SECOND / 2, begin + 9 * SECOND);
        }
    }

    @Test
    void believesANewDriftAsSoonAsNoLinePassesAllExchanges() {
        long bend = START + 100 * SECOND;
        var path = new SimulatedPath(5, now -> Math.round(Math.max(0, now - bend) * 200e-6), 50_000, 50_000, 10_000);
        for (int second = 0; second < 200; second++) {
            long begin = START + second * SECOND;
            path.second(estimator, begin, 20);
            boolean settled = begin < bend || begin > bend + 2 * SECOND;
            if (settled) {
                assertWithinBound(path, begin + SECOND / 2);
            }
        }
        assertThat(estimator.estimate().drift()).isBetween(195e-6, 205e-6);
    }

    @Test
    void believesADriftBeyondAllClocksWhenExchangesLeaveNoOtherWay() {
        var path = new SimulatedPath(5, now -> Math.round((now - START) * 0.01), 50_000, 50_000, 10_000);
        for (int second = 0; second < 30; second++) {
            path.second(estimator, START + second * SECOND, 20);
        }

        assertThat(estimator.estimate().drift()).isBetween(0.0099, 0.0101);
        assertWithinBound(path, START + 30 * SECOND);
    }

    @Test
    void agreesUntilOffsetOrDriftExceedsItsBound() {
        assertThat(agrees(now -> 0)).isTrue();
        assertThat(agrees(now -> 20_000)).isTrue();
        assertThat(agrees(now -> 200_000)).isFalse();
        // No offset to speak of yet, but it will be.
        assertThat(agrees(now -> Math.round((now - START - 30 * SECOND) * 40e-6)))
                .isFalse();
    }

    private static boolean agrees(LongUnaryOperator ahead) {
        var estimator = new OffsetEstimator();
        var path = new SimulatedPath(9, ahead, 50_000, 50_000, 10_000);
        for (int second = 0; second < 30; second++) {
            path.second(estimator, START + second * SECOND, 5);
        }
        return estimator.estimate().agrees(START + 30 * SECOND);
    }

    /** The largest bound there was. */
    private long assertWithinBound(SimulatedPath path, long... moments) {
        long worst = 0;
        for (long moment : moments) {
            ClockOffset offset = estimator.at(moment);
            assertThat(Math.abs(offset.offsetNanos() - path.ahead(moment)))
                    .as("%s at %d s", estimator.estimate(), (moment - START) / SECOND)
                    .isLessThanOrEqualTo(offset.boundNanos());
            worst = Math.max(worst, offset.boundNanos());
        }
        return worst;
    }
}

package dev.weir.clock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OffsetEstimatorTest {
    private static final long SECOND = 1_000_000_000;

    private final OffsetEstimator estimator = new OffsetEstimator();

    @Test
    void knowsNothingWithoutAnExchange() {
        assertThat(estimator.estimate()).isEqualTo(ClockOffset.UNKNOWN);
    }

    @Test
    void keepsTheQuickestExchangeOfAWhile() {
        exchange(0, 100, 1000);
        exchange(SECOND, 100, 10);
        exchange(2 * SECOND, 100, 1000);

        assertThat(estimator.estimate().boundNanos()).isEqualTo(10);
    }

    @Test
    void forgetsAQuickExchangeOfLongAgoWhenTheClocksHaveDrifted() {
        exchange(0, 100, 10);
        for (int second = 1; second <= 90; second++) {
            exchange(second * SECOND, 5000, 1000);
        }

        assertThat(estimator.estimate()).isEqualTo(new ClockOffset(5000, 1000));
    }

    @Test
    void showsADriftInTheBoundOfAnOffsetThatWasFixedBefore() {
        ClockOffset fixed = new ClockOffset(100, 10);

        assertThat(fixed.widenedBy(new ClockOffset(5100, 50))).isEqualTo(new ClockOffset(100, 5050));
        assertThat(fixed.widenedBy(ClockOffset.UNKNOWN)).isEqualTo(fixed);
    }

    /** The other clock is so much ahead; the way there and back takes this long each. */
    private void exchange(long sent, long offset, long oneWay) {
        long received = sent + oneWay + offset;
        estimator.add(sent, received, received, sent + 2 * oneWay);
    }
}

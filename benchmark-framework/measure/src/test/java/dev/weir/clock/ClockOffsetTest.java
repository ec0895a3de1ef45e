package dev.weir.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ClockOffsetTest {
    private static final long NOW = 1_700_000_000_000_000_000L;

    @Test
    void isExactWhenBothWaysTakeEquallyLong() {
        ClockOffset offset = ClockOffset.ofExchange(1000, 51_100, 51_150, 1250);

        assertThat(offset).isEqualTo(new ClockOffset(50_000, 100));
    }

    @Test
    void staysWithinItsBoundHoweverUnequalTheWaysAre() {
        var random = new SplittableRandom(1);
        for (int i = 0; i < 100_000; i++) {
            long ahead = random.nextLong(-5_000_000_000L, 5_000_000_000L);
            long there = random.nextLong(0, 1L << random.nextInt(1, 32));
            long back = random.nextLong(0, 1L << random.nextInt(1, 32));
            long thinking = random.nextLong(0, 1_000_000);
            long received = NOW + there + ahead;
            long responded = received + thinking;

            ClockOffset offset = ClockOffset.ofExchange(NOW, received, responded, responded - ahead + back);

            assertThat(Math.abs(offset.offsetNanos() - ahead))
                    .as("ahead %d, there %d, back %d", ahead, there, back)
                    .isLessThanOrEqualTo(offset.boundNanos());
            assertThat(offset.boundNanos()).isLessThanOrEqualTo((there + back + 1) / 2);
        }
    }

    @Test
    void hasABoundOfZeroWhereTimeSeemsToRunBackwards() {
        assertThat(ClockOffset.ofExchange(100, 100, 200, 150).boundNanos()).isZero();
    }
}

package dev.weir.pacing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleTest {
    private static final long START = 1_700_000_000_000_000_000L;
    private static final long HOURS_36_SECONDS = 36 * 3600;

    @ParameterizedTest
    @ValueSource(doubles = {0.1, 1, 3, 7, 997, 3000, 33_333, 300_000, 999_983, 123_456.789, 7e6, 1e9})
    void isExactToLessThanANanosecondOver36Hours(double rate) {
        var segment = new Schedule(START, rate).first();
        var random = new SplittableRandom(2);
        long last = (long) (rate * HOURS_36_SECONDS);
        for (int i = 0; i < 20_000; i++) {
            // Whole seconds are where a product that is a little too small would fall a nanosecond short.
            long index = i % 2 == 0 ? random.nextLong(last + 1) : (long) (rate * random.nextLong(HOURS_36_SECONDS));
            BigDecimal exact =
                    BigDecimal.valueOf(index).movePointRight(9).divide(new BigDecimal(rate), new MathContext(40));
            BigDecimal error = BigDecimal.valueOf(segment.intendedNanos(index) - START)
                    .subtract(exact)
                    .abs();

            assertThat(error).as("rate %s, index %d", rate, index).isLessThan(BigDecimal.ONE);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 3, 7, 997, 3000, 33_333, 300_000, 999_983})
    void hasAsManyMessagesInASecondAsItsRateSays(double rate) {
        var segment = new Schedule(START, rate).first();
        for (long second = 1; second < HOURS_36_SECONDS; second += 997) {
            long next = second * (long) rate;

            assertThat(segment.intendedNanos(next)).isEqualTo(START + second * 1_000_000_000);
            assertThat(segment.intendedNanos(next - 1)).isLessThan(START + second * 1_000_000_000);
        }
    }

    @Test
    void countsMessagesDueBeforeATimeLikeTheSender() {
        var random = new SplittableRandom(3);
        for (int round = 0; round < 2000; round++) {
            double rate = round % 2 == 0 ? random.nextInt(1, 5000) : random.nextDouble(0.5, 5000);
            var segment = new Schedule(START, rate).first();
            long until = START + (round % 3 == 0 ? random.nextInt(4) * 1_000_000_000L : random.nextLong(2_000_000_000));
            long step = random.nextInt(1, 8);
            long first = random.nextLong(20);
            long due = 0;
            while (segment.intendedNanos(first + due * step) < until) {
                due++;
            }

            assertThat(segment.countUntil(until, first, step))
                    .as("rate %s, until %d, first %d, step %d", rate, until - START, first, step)
                    .isEqualTo(due);
        }
    }

    @Test
    void refusesRatesThatAreNone() {
        assertThatThrownBy(() -> new Schedule(START, -1)).hasMessageContaining("[0, 1e9], got -1");
        assertThatThrownBy(() -> new Schedule(START, Double.NaN)).hasMessageContaining("got NaN");
        assertThatThrownBy(() -> new Schedule(START, 2e9)).hasMessageContaining("got 2.0E9");
    }
}

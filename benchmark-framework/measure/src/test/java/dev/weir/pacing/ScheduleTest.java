package dev.weir.pacing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** At constant rates, and along curves. */
class ScheduleTest {
    private static final long START = 1_700_000_000_000_000_000L;
    private static final long SECOND = 1_000_000_000L;
    private static final long HOUR = 3600 * SECOND;
    private static final long HOURS_36_SECONDS = 36 * 3600;
    private static final MathContext EXACT = new MathContext(60);

    @ParameterizedTest
    @ValueSource(doubles = {0.1, 1, 3, 7, 997, 3000, 33_333, 300_000, 999_983, 123_456.789, 7e6, 1e9})
    void isExactToLessThanANanosecondOver36Hours(double rate) {
        var segment = new Schedule(START, rate).first();
        var random = new SplittableRandom(2);
        long last = (long) (rate * HOURS_36_SECONDS);
        for (int i = 0; i < 20_000; i++) {
            // Whole seconds are where a product that is a little too small would fall a nanosecond short.
            long index = i % 2 == 0 ? random.nextLong(last + 1) : (long) (rate * random.nextLong(HOURS_36_SECONDS));
            BigDecimal exact = BigDecimal.valueOf(index).movePointRight(9).divide(new BigDecimal(rate), EXACT);
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

            assertThat(segment.intendedNanos(next)).isEqualTo(START + second * SECOND);
            assertThat(segment.intendedNanos(next - 1)).isLessThan(START + second * SECOND);
        }
    }

    @Test
    void countsMessagesDueBeforeATimeLikeTheSender() {
        var random = new SplittableRandom(3);
        for (int round = 0; round < 2000; round++) {
            double rate = round % 2 == 0 ? random.nextInt(1, 5000) : random.nextDouble(0.5, 5000);
            var segment = new Schedule(START, rate).first();
            long until = START + (round % 3 == 0 ? random.nextInt(4) * SECOND : random.nextLong(2_000_000_000));
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

    @ParameterizedTest
    @CsvSource({
        // A message is due when the integral of the rate reaches its number: of this ramp, at sqrt(n / 5) seconds.
        "0 10, 0 100, 0, 0",
        "0 10, 0 100, 5, 1",
        "0 10, 0 100, 125, 5",
        "0 10, 0 100, 500, 10",
        // The rate is the first before the points, and the last after them.
        "0 10, 0 100, 600, 11",
        "10 20, 100 300, 500, 5",
        "10 20, 100 300, 3000, 20",
        "10 20, 100 300, 3300, 21",
        // Two points at one time are a step.
        "1 1, 1000 10, 999, 0.999",
        "1 1, 1000 10, 1000, 1",
        "1 1, 1000 10, 1001, 1.1",
        // What would be due while the rate is zero is due after that.
        "0 1 1 2 2, 100 100 0 0 100, 99, 0.99",
        "0 1 1 2 2, 100 100 0 0 100, 100, 2",
        "0 1 1 2 2, 100 100 0 0 100, 110, 2.1",
        "0 10, 100 0, 375, 5",
    })
    void aMessageOfACurveIsDueWhenItWasCalculatedByHand(String at, String rates, double number, double seconds) {
        long[] times = Stream.of(at.split(" "))
                .mapToLong(Long::parseLong)
                .map(each -> each * SECOND)
                .toArray();
        var curve = curve(
                times,
                Stream.of(rates.split(" ")).mapToDouble(Double::parseDouble).toArray());

        assertThat(curve.elapsedNanos(number)).isEqualTo(seconds * 1e9);
        assertThat(curve.messagesWithin(seconds * 1e9)).isCloseTo(number, within(1e-9));
    }

    @Test
    void nothingIsEverDueAfterTheRateHasFallenToZero() {
        var falling = curve(new long[] {0, 10 * SECOND}, 100, 0);

        assertThat(falling.elapsedNanos(501)).isInfinite();
        assertThat(falling.elapsedNanos(1e9)).isInfinite();
        assertThat(followed(falling).intendedNanos(501)).isGreaterThan(START + 100 * 365 * 24 * HOUR);
    }

    /** Counted exactly by fractions at the nanosecond before and after the one that it gives. */
    @Test
    void aCurveIsExactOver36HoursOfAnyShape() {
        var random = new SplittableRandom(5);
        for (int round = 0; round < 40; round++) {
            long[] at = new long[6];
            double[] rates = new double[6];
            for (int i = 0; i < at.length; i++) {
                at[i] = i == 0 ? 0 : at[i - 1] + random.nextLong(7 * HOUR);
                rates[i] = random.nextInt(3) == 0 ? 0 : random.nextInt(1, 1_000_000);
            }
            rates[5] = 1000;
            var curve = curve(at, rates);
            double all = curve.messagesWithin((double) at[5]);
            for (int i = 0; i < 500; i++) {
                long index = random.nextLong((long) all);
                long due = Math.round(curve.elapsedNanos((double) index));
                BigDecimal by = exactly(at, rates, due);
                BigDecimal later = exactly(at, rates, due + 1);
                BigDecimal earlier = exactly(at, rates, Math.max(0, due - 1));

                assertThat(by.subtract(BigDecimal.valueOf(index)).doubleValue())
                        .as("round %d, index %d, due %d", round, index, due)
                        .isBetween(
                                earlier.subtract(by).doubleValue() - 1e-4,
                                later.subtract(by).doubleValue() + 1e-4);
            }
        }
    }

    @Test
    void producersTogetherSendTheWholeCurveAndNoMessageTwice() {
        var curve = curve(new long[] {0, 4 * SECOND, 4 * SECOND, 6 * SECOND}, 0, 1000, 500, 100);
        List<Long> due = new ArrayList<>();
        for (int producer = 0; producer < 3; producer++) {
            due.addAll(due(Arrivals.uniform(producer, 3, 1), curve, 6 * SECOND));
        }
        List<Long> ofOne = due(Arrivals.uniform(0, 1, 1), curve, 6 * SECOND);

        assertThat(due).hasSize(2000 + 600).containsExactlyInAnyOrderElementsOf(ofOne);
    }

    @Test
    void burstsAreAsLargeAsTheRateOfTheirPeriod() {
        List<Long> due =
                due(Arrivals.bursts(0, 1, 1, SECOND), curve(new long[] {0, 10 * SECOND}, 0, 1000), 10 * SECOND);

        assertThat(due).hasSize(5000);
        for (int second = 0; second < 10; second++) {
            long begin = START + second * SECOND;
            assertThat(due.stream().filter(time -> time == begin)).hasSize(100 * second + 50);
        }
    }

    @Test
    void randomArrivalsFollowTheCurve() {
        var poisson = Arrivals.poisson(1, 1, segment -> new SplittableRandom(3));

        List<Long> due = due(poisson, curve(new long[] {0, 100 * SECOND}, 0, 2000), 100 * SECOND);

        // A quarter of them in the first half; standard deviations of 158 and 316.
        assertThat(due.size()).isCloseTo(100_000, within(1300));
        assertThat(due.stream().filter(time -> time < START + 50 * SECOND).count())
                .isCloseTo(25_000, within(650L));
    }

    @Test
    void refusesCurvesThatAreNone() {
        assertThatThrownBy(() -> curve(new long[] {})).hasMessage("a curve must have points, got 0 times and 0 rates");
        assertThatThrownBy(() -> curve(new long[] {5, 4}, 1, 1)).hasMessage("times must not decrease, got [5, 4]");
        assertThatThrownBy(() -> curve(new long[] {-1}, 1)).hasMessage("times must not decrease, got [-1]");
        assertThatThrownBy(() -> curve(new long[] {0}, Double.NaN))
                .hasMessage("messagesPerSecond must be in [0, 1e9], got NaN");
    }

    private static List<Long> due(Arrivals arrivals, RateCurve curve, long nanos) {
        return ArrivalsTest.due(arrivals, followed(curve), START + nanos);
    }

    private static Schedule.Segment followed(RateCurve curve) {
        var schedule = new Schedule(START, 10);
        schedule.follow(START, curve);
        return Objects.requireNonNull(schedule.first().next);
    }

    /** The integral of the rate in fractions: the trapezes of whole pieces, and a part of one. */
    private static BigDecimal exactly(long[] at, double[] rates, long until) {
        BigDecimal messages = BigDecimal.ZERO;
        for (int i = 0; i + 1 < at.length && at[i] < until; i++) {
            BigDecimal length = BigDecimal.valueOf(at[i + 1] - at[i]);
            BigDecimal part = BigDecimal.valueOf(Math.min(until, at[i + 1]) - at[i]);
            BigDecimal rise = BigDecimal.valueOf(rates[i + 1]).subtract(BigDecimal.valueOf(rates[i]));
            BigDecimal half = rise.multiply(part).divide(length, EXACT).divide(BigDecimal.valueOf(2), EXACT);
            messages = messages.add(BigDecimal.valueOf(rates[i]).add(half).multiply(part));
        }
        int last = at.length - 1;
        if (until > at[last]) {
            messages = messages.add(BigDecimal.valueOf(rates[last]).multiply(BigDecimal.valueOf(until - at[last])));
        }
        return messages.movePointLeft(9);
    }

    private static RateCurve curve(long[] at, double... rates) {
        return new RateCurve(at, rates);
    }
}

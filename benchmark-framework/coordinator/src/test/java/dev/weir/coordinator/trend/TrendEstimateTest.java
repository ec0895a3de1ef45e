package dev.weir.coordinator.trend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.trend.MeasurementTrend.TrendEstimate;
import dev.weir.coordinator.trend.MeasurementTrend.TrendSeries;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * How often a steady measurement passes for one that is not, and how often a drift of 20 % is found, over some 2,000
 * simulated measurements of fixed seeds. {@code docs/internals/latencies.md} has the table, of {@code -Dweir.trend.factor=16}: 16
 * times as many.
 */
@Tag("slow")
class TrendEstimateTest {
    private static final int[] LENGTHS = {30, 60, 120, 300, 600};
    private static final int[] SERIES = {50, 50, 20, 5, 5};
    private static final int FACTOR = Integer.getInteger("weir.trend.factor", 1);

    /** How the medians of seconds scatter, relative to their mean. */
    private enum Noise {
        INDEPENDENT_5(0, 0.05, 0, 30),
        INDEPENDENT_10(0, 0.1, 0, 60),
        /** Each second takes half of what the last was off with it. */
        CORRELATED_5(0.5, 0.05, 0, 60),
        CORRELATED_10(0.5, 0.1, 0, 300),
        STRONGLY_CORRELATED_5(0.8, 0.05, 0, 300),
        /** Student's distribution with 3 degrees of freedom. */
        HEAVY_TAILED_5(0, 0.05, 3, 30),
        HEAVY_TAILED_10(0, 0.1, 3, 120),
        /** One second in ten takes up to three times as long. */
        CORRELATED_5_WITH_SPIKES(0.5, 0.05, -1, 60);

        private final double correlation;
        private final double deviation;
        private final int tail;
        /** From this length on 90 % of the drifts are found. */
        private final int seconds;

        Noise(double correlation, double deviation, int tail, int seconds) {
            this.correlation = correlation;
            this.deviation = deviation;
            this.tail = tail;
            this.seconds = seconds;
        }

        private double[] series(Random random, int length) {
            var series = new double[length];
            double off = random.nextGaussian();
            for (int i = 0; i < length; i++) {
                off = i == 0
                        ? off
                        : correlation * off + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
                double spike = tail < 0 && random.nextDouble() < 0.1 ? 2 * random.nextDouble() : 0;
                series[i] = Math.max(0.05, 1 + deviation * off * (tail > 0 ? stretch(random) : 1) + spike);
            }
            return series;
        }

        /** What makes a normal distribution one of Student. */
        private double stretch(Random random) {
            double squares = 0;
            for (int i = 0; i < tail; i++) {
                double each = random.nextGaussian();
                squares += each * each;
            }
            return 1 / Math.sqrt(squares / tail);
        }
    }

    @ParameterizedTest
    @EnumSource(Noise.class)
    void aSteadyMeasurementSeldomPassesForAnUnsteadyOne(Noise noise) {
        for (int i = 0; i < LENGTHS.length; i++) {
            // The share in so few series can differ from 5 % by chance.
            double chance = 0.4 / Math.sqrt(FACTOR * SERIES[i]);
            assertThat(shareOfAlarms(noise, LENGTHS[i], FACTOR * SERIES[i], 0))
                    .as("%s, %d s", noise, LENGTHS[i])
                    .isLessThanOrEqualTo(0.05 + chance);
        }
    }

    @ParameterizedTest
    @EnumSource(Noise.class)
    void aDriftOfAFifthIsFound(Noise noise) {
        for (int i = 0; i < LENGTHS.length; i++) {
            if (LENGTHS[i] >= noise.seconds) {
                assertThat(shareOfAlarms(noise, LENGTHS[i], FACTOR * SERIES[i], -MeasurementTrend.DRIFT))
                        .as("%s, %d s", noise, LENGTHS[i])
                        .isGreaterThanOrEqualTo(0.9);
            }
        }
    }

    /** The p50 of a first minute while the JIT compiler is at work, in milliseconds. */
    @Test
    void aWarmUpIsNoSteadyMeasurement() {
        var random = new Random(20);
        var series = new TrendSeries();
        for (int second = 0; second < 45; second++) {
            series.add((1.2 + 9.7 * Math.exp(-second / 15.0)) * (1 + 0.1 * random.nextGaussian()));
        }

        assertThat(series.estimate().exceeds(MeasurementTrend.TOLERANCE)).isTrue();
        assertThat(series.estimate().change()).isNegative();
    }

    @Test
    void figuresThatNeverChangeHaveNoTrendAndNoMargin() {
        var series = new TrendSeries();
        for (int second = 0; second < 100_000; second++) {
            series.add(7);
        }

        assertThat(series.estimate()).isEqualTo(new TrendEstimate(0, 0, 0));
        assertThat(series.seconds()).isEqualTo(100_000);
    }

    @Test
    void aDriftOverADayIsFoundInFiguresOfAFewMinutesEach() {
        assertThat(estimate(86_400, second -> 1 + 0.3 * second / 86_400))
                .satisfies(estimate -> assertThat(estimate.change()).isBetween(0.25, 0.28));
    }

    private static double shareOfAlarms(Noise noise, int length, int measurements, double drift) {
        var random = new Random(31L * length + List.of(Noise.values()).indexOf(noise));
        int alarms = 0;
        for (int i = 0; i < measurements; i++) {
            double[] medians = noise.series(random, length);
            double[] rates = Noise.INDEPENDENT_5.series(random, length);
            TrendEstimate median =
                    estimate(length, second -> medians[second] * (1 - drift / 2 + drift * second / (length - 1)));
            // A load on its schedule varies by less than that.
            TrendEstimate rate = estimate(length, second -> 1 + (rates[second] - 1) / 5);
            alarms += median.exceeds(MeasurementTrend.TOLERANCE) || rate.exceeds(MeasurementTrend.TOLERANCE) ? 1 : 0;
        }
        return (double) alarms / measurements;
    }

    private static TrendEstimate estimate(int seconds, ToDoubleFunction<Integer> figure) {
        var series = new TrendSeries();
        for (int second = 0; second < seconds; second++) {
            series.add(figure.applyAsDouble(second));
        }
        return series.estimate();
    }
}

package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.measure.LatencySamples;
import dev.weir.result.interval.BlockBootstrap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("slow")
class PercentileIntervalTest {
    private static final int TRIALS = Integer.getInteger("weir.interval.trials", 5);
    private static final double SPREAD = 0.5;
    private static final double OF_INTERVALS = 0.2;

    @Test
    void drawsBlocksThatFollowOnEachOther() {
        var random = new SplittableRandom(1);
        var drawn = new int[25];
        for (int sample = 0; sample < 2000; sample++) {
            int[] blocks = BlockBootstrap.blocks(25, random);
            for (int i = 0; i < 25; i++) {
                drawn[blocks[i]]++;
                if (i % 5 > 0) {
                    assertThat(blocks[i]).isEqualTo((blocks[i - 1] + 1) % 25);
                }
            }
        }
        // None is preferred, those at the ends neither.
        assertThat(Arrays.stream(drawn)).allSatisfy(count -> assertThat(count).isBetween(1700, 2300));
    }

    /** What docs/internals/statistics.md says in percent, there of 100 trials. The seeds are fixed. */
    @ParameterizedTest
    @CsvSource({"20, 0, 98", "20, 0.7, 90", "60, 0, 95", "60, 0.7, 90"})
    void holdsTheTruePercentileAboutAsOftenAsStated(int intervals, double correlation, double stated) {
        double p50 = 1e6;
        // Of a normal distribution, one sample in a hundred lies beyond 2.326 standard deviations.
        double p99 = 1e6 * Math.exp(2.326 * Math.hypot(SPREAD, OF_INTERVALS));
        var random = new Random(intervals);
        int[] held = new int[2];
        for (int trial = 0; trial < TRIALS; trial++) {
            Map<String, PercentileInterval> found =
                    PercentileInterval.of(run(intervals, 400, correlation, random), List.of("p50", "p99"));
            held[0] += holds(Objects.requireNonNull(found.get("p50")), p50) ? 1 : 0;
            held[1] += holds(Objects.requireNonNull(found.get("p99")), p99) ? 1 : 0;
        }
        assertThat(100.0 * held[0] / TRIALS).isGreaterThanOrEqualTo(stated - 8);
        assertThat(100.0 * held[1] / TRIALS).isGreaterThanOrEqualTo(stated - 8);
    }

    @Test
    void aRunThatIsTooShortHasNone() {
        var random = new Random(1);

        assertThat(PercentileInterval.of(run(19, 400, 0, random), List.of("p50")))
                .isEmpty();
        assertThat(PercentileInterval.of(List.of(), List.of("p50"))).isEmpty();
        assertThat(PercentileInterval.of(run(20, 45, 0, random), List.of("p50", "p95", "p99")))
                .containsOnlyKeys("p50", "p95");
    }

    @Test
    void aPercentileThatMayBeOfLatenciesWithoutEndHasNone() {
        List<LatencySamples> run = run(20, 400, 0, new Random(2));
        run.get(3).lowerBounds().record(2_000_000_000, 60);

        assertThat(PercentileInterval.of(run, List.of("p50", "p99"))).containsOnlyKeys("p50");
    }

    /** Half of the intervals take 0.1 ms, half of them 10 s: samples of few blocks vary by a factor of 100,000. */
    @Test
    void staysWithinTheSamplesAndInTheOrderOfThePercentiles() {
        for (int slow = 1; slow < 20; slow++) {
            List<LatencySamples> run = new ArrayList<>();
            var whole = new LatencySamples();
            for (int interval = 0; interval < 20; interval++) {
                var samples = new LatencySamples();
                samples.values().record(interval < slow ? 10_016_000_000L : 116_000, 400);
                samples.values().record(interval < slow ? 9_000_000_000L : 2_000_000, 200);
                run.add(samples);
                whole.add(samples);
            }
            List<String> names = List.of("p50", "p75", "p90", "p95", "p99", "p99.9");
            Map<String, PercentileInterval> intervals = PercentileInterval.of(run, names);

            long low = whole.minNanos();
            long high = low;
            for (String name : names) {
                PercentileInterval interval = Objects.requireNonNull(intervals.get(name));
                long nanos = whole.percentileNanos(Double.parseDouble(name.substring(1)));
                assertThat(interval.lowNanos()).as("%s of %s", name, slow).isBetween(low, nanos);
                assertThat(interval.highNanos())
                        .as("%s of %s", name, slow)
                        .isBetween(Math.max(high, nanos), whole.maxNanos() + 8_000_000);
                low = interval.lowNanos();
                high = interval.highNanos();
            }
        }
    }

    private static boolean holds(PercentileInterval interval, double nanos) {
        // A bucket of the histogram is up to 0.1 % wide.
        return interval.lowNanos() <= nanos * 1.001 && interval.highNanos() >= nanos * 0.999;
    }

    /** Log-normal times, a millisecond in the middle, in intervals that differ, the less from the next one the more they are correlated. */
    private static List<LatencySamples> run(int intervals, int samples, double correlation, Random random) {
        double[] state = {random.nextGaussian()};
        return Stream.generate(() -> {
                    double factor = Math.exp(OF_INTERVALS * state[0]);
                    state[0] =
                            correlation * state[0] + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
                    var of = new LatencySamples();
                    IntStream.range(0, samples)
                            .forEach(i -> of.values()
                                    .record(Math.round(1e6 * factor * Math.exp(SPREAD * random.nextGaussian())), 1));
                    of.compact();
                    return of;
                })
                .limit(intervals)
                .toList();
    }
}

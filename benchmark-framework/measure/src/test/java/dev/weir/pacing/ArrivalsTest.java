package dev.weir.pacing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArrivalsTest {
    private static final long START = 1_700_000_000_000_000_000L;
    private static final long SECOND = 1_000_000_000L;

    @ParameterizedTest
    @CsvSource({"3, 1", "2, 25"})
    void aBurstHasAllRequestsOfItsPeriodAtItsBegin(int producers, int records) {
        List<Long> due = new ArrayList<>();
        for (int producer = 0; producer < producers; producer++) {
            due.addAll(due(Arrivals.bursts(producer, producers, records, 100_000_000), 1000, START + SECOND));
        }

        assertThat(due).hasSize(1000);
        for (int burst = 0; burst < 10; burst++) {
            long begin = START + burst * 100_000_000L;
            assertThat(due).filteredOn(time -> time == begin).hasSize(100);
        }
    }

    @Test
    void burstsCountRemainingMessagesByWholePeriods() {
        Arrivals bursts = Arrivals.bursts(0, 1, 1, 100_000_000);
        bursts.begin(Schedule.Segment.of(START, 1000));
        bursts.next();

        assertThat(bursts.countUntil(START)).isZero();
        assertThat(bursts.countUntil(START + 1)).isEqualTo(99);
        assertThat(bursts.countUntil(START + 100_000_000)).isEqualTo(99);
        assertThat(bursts.countUntil(START + 100_000_001)).isEqualTo(199);
    }

    /** Three producers at 1,000 messages a second, 25 in a request: one every 25 ms, in turn. */
    @Test
    void messagesOfARequestAreDueTogetherAndProducersTakeTurns() {
        for (int producer = 0; producer < 3; producer++) {
            List<Long> due = due(Arrivals.uniform(producer, 3, 25), 1000, START + SECOND);

            assertThat(due).hasSize(producer == 0 ? 14 * 25 : 13 * 25);
            for (int i = 0; i < due.size(); i++) {
                assertThat(due.get(i)).isEqualTo(START + (producer + i / 25 * 3) * 25_000_000L);
            }
        }
    }

    @Test
    void requestsCountTheirRemainingMessages() {
        Arrivals requests = Arrivals.uniform(0, 1, 10);
        requests.begin(Schedule.Segment.of(START, 1000));
        for (int i = 0; i < 13; i++) {
            requests.next();
        }

        assertThat(requests.countUntil(START + 10_000_000)).isZero();
        assertThat(requests.countUntil(START + 10_000_001)).isEqualTo(7);
        assertThat(requests.countUntil(START + SECOND)).isEqualTo(987);
    }

    @Test
    void randomRequestsHaveTheRateOfTheirMessages() {
        List<Long> due = due(Arrivals.poisson(1, 20, seeded(3)), 1000, START + 100 * SECOND);

        assertThat(due.size() % 20).isZero();
        assertThat(due.stream().distinct().count()).isEqualTo(due.size() / 20).isBetween(4_780L, 5_220L);
    }

    /** Mean and variance of the counts per 10 ms, and the share of gaps longer than the mean, are those of the process. */
    @Test
    void producersTogetherAreAPoissonProcessOfTheWholeRate() {
        int bins = 10_000;
        double[] counts = new double[bins];
        int gaps = 0;
        int longGaps = 0;
        for (int producer = 0; producer < 4; producer++) {
            List<Long> due = due(Arrivals.poisson(4, 1, seeded(producer)), 2000, START + 100 * SECOND);
            for (int i = 0; i < due.size(); i++) {
                counts[(int) ((due.get(i) - START) / 10_000_000)]++;
                if (i > 0) {
                    gaps++;
                    longGaps += due.get(i) - due.get(i - 1) > 2_000_000 ? 1 : 0;
                }
            }
        }

        double mean = 0;
        double square = 0;
        for (double count : counts) {
            mean += count / bins;
            square += count * count / bins;
        }
        assertThat(mean).isCloseTo(20, within(0.25));
        assertThat(square - mean * mean).isCloseTo(20, within(1.5));
        assertThat((double) longGaps / gaps).isCloseTo(Math.exp(-1), within(0.01));
    }

    private static IntFunction<SplittableRandom> seeded(int seed) {
        return segment -> new SplittableRandom(seed);
    }

    @Test
    void theSameSeedGivesTheSameArrivals() {
        assertThat(due(Arrivals.poisson(1, 1, seeded(7)), 100, START + SECOND))
                .isEqualTo(due(Arrivals.poisson(1, 1, seeded(7)), 100, START + SECOND));
    }

    @Test
    void aPoissonProcessCountsTheExpectedMessages() {
        Arrivals poisson = Arrivals.poisson(2, 1, seeded(1));
        poisson.begin(Schedule.Segment.of(START, 1000));

        assertThat(poisson.countUntil(START + 1000 * SECOND)).isBetween(499_990L, 500_001L);
        assertThat(poisson.countUntil(START)).isZero();
    }

    @Test
    void refusesBurstsWithoutAPeriod() {
        assertThatThrownBy(() -> Arrivals.bursts(0, 1, 1, 0)).hasMessage("periodNanos must be more than 0, got 0");
    }

    private static List<Long> due(Arrivals arrivals, double rate, long until) {
        return due(arrivals, Schedule.Segment.of(START, rate), until);
    }

    static List<Long> due(Arrivals arrivals, Schedule.Segment segment, long until) {
        arrivals.begin(segment);
        List<Long> due = new ArrayList<>();
        for (; arrivals.dueNanos() < until; arrivals.next()) {
            due.add(arrivals.dueNanos());
        }
        return due;
    }
}

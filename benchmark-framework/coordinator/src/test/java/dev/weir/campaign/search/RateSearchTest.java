package dev.weir.campaign.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.result.search.ProbeKind;
import dev.weir.workload.goal.Condition;
import dev.weir.workload.goal.Metric;
import dev.weir.workload.goal.Threshold;
import dev.weir.workload.search.SearchSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateSearchTest {
    private final List<RateSearch.Step> steps = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(doubles = {7, 150, 2_500, 9_999, 10_000, 33_333, 50_000, 640_001, 1_000_000, 4_700_000})
    void findsACapacity(double capacity) {
        RateSearch search = run(spec(1, 1e9), step -> step.rate() <= capacity);

        assertThat(search.isComplete()).isTrue();
        assertThat(search.isConfirmed()).isTrue();
        assertThat(search.sustained().orElseThrow())
                .isLessThanOrEqualTo(capacity)
                .isCloseTo(capacity, Percentage.withPercentage(5));
        assertThat(search.notSustained().orElseThrow()).isGreaterThan(capacity);
        assertThat(steps).hasSizeBetween(3, SearchSpec.MAX_RUNS);
    }

    /** The capacity of each run is off by a percent or so, as that of a busy host is. */
    @Test
    void findsACapacityThatVaries() {
        for (int seed = 0; seed < 500; seed++) {
            var random = new Random(seed);
            double capacity = 1_000 * Math.pow(2_000, random.nextDouble());
            steps.clear();
            RateSearch search = run(
                    spec(1, 1e9),
                    step -> step.rate() <= capacity * (1 + 0.01 * Math.max(-2, Math.min(2, random.nextGaussian()))));

            assertThat(search.sustained().orElseThrow())
                    .as("capacity %.0f, seed %d", capacity, seed)
                    .isCloseTo(capacity, Percentage.withPercentage(5));
            assertThat(steps).hasSizeLessThanOrEqualTo(SearchSpec.MAX_RUNS);
        }
    }

    /** A probe far below the capacity has a bad moment. */
    @Test
    void doesNotTakeOneBadMomentForTheLimit() {
        for (int bad = 1; bad < 8; bad++) {
            int badRun = bad;
            steps.clear();
            RateSearch search = run(spec(1, 1e9), step -> step.rate() <= 70_000 && steps.size() != badRun);

            assertThat(search.sustained().orElseThrow())
                    .as("run %d is bad", bad)
                    .isCloseTo(70_000, Percentage.withPercentage(5));
        }
    }

    /** What holds for the time of a probe need not hold for longer. */
    @Test
    void goesBelowARateThatIsNotConfirmed() {
        RateSearch search =
                run(spec(1, 1e9), step -> step.rate() <= (step.kind() == ProbeKind.CONFIRMATION ? 45_000 : 50_000));

        assertThat(search.isComplete()).isTrue();
        assertThat(search.isConfirmed()).isTrue();
        assertThat(search.sustained().orElseThrow()).isCloseTo(45_000, Percentage.withPercentage(2));
    }

    @Test
    void doublesBisectsAndConfirms() {
        run(spec(1, 1e9), step -> step.rate() <= 30_000);

        assertThat(steps)
                .extracting(RateSearch.Step::rate)
                .startsWith(10_000.0, 20_000.0, 40_000.0, 30_000.0, 35_000.0, 32_500.0)
                .endsWith(30_000.0, 30_313.0);
        assertThat(steps.get(steps.size() - 2).kind()).isEqualTo(ProbeKind.CONFIRMATION);
    }

    @Test
    void goesNoFurtherThanItMay() {
        RateSearch search = run(spec(1, 25_000), step -> true);

        assertThat(steps).extracting(RateSearch.Step::rate).containsExactly(10_000.0, 20_000.0, 25_000.0, 25_000.0);
        assertThat(search.sustained()).hasValue(25_000);
        assertThat(search.notSustained()).isEmpty();
    }

    @Test
    void reportsThatNothingIsSustained() {
        RateSearch search = run(spec(1, 1e9), step -> false);

        assertThat(search.isComplete()).isTrue();
        assertThat(search.sustained()).isEmpty();
        assertThat(search.notSustained().orElseThrow()).isCloseTo(1, within(1e-9));
    }

    @Test
    void confirmsOnlyOnRequest() {
        RateSearch search = run(spec(0, 1e9), step -> step.rate() <= 30_000);

        assertThat(steps).extracting(RateSearch.Step::kind).containsOnly(ProbeKind.PROBE);
        assertThat(search.isComplete()).isTrue();
    }

    private RateSearch run(SearchSpec spec, Predicate<RateSearch.Step> sustains) {
        var search = new RateSearch(spec);
        for (Optional<RateSearch.Step> next = search.next(); next.isPresent(); next = search.next()) {
            steps.add(next.get());
            search.ran(next.get(), sustains.test(next.get()));
        }
        return search;
    }

    private static SearchSpec spec(int confirmations, double most) {
        return new SearchSpec(
                10_000,
                most,
                0.02,
                Duration.ofSeconds(1),
                Duration.ZERO,
                List.of(Threshold.of(Condition.none(Metric.FAILED))),
                confirmations,
                false);
    }
}

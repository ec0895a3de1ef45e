package dev.weir.result.interval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.measure.LatencySamples;
import dev.weir.result.interval.PartSummary.PartChange;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PartChangeTest {
    private final SplittableRandom random = new SplittableRandom(1);

    /** Latencies that are spread evenly up to a limit. */
    private List<LatencySamples> intervals(int count, double mostNanos) {
        List<LatencySamples> intervals = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            var samples = new LatencySamples();
            for (int j = 0; j < 2000; j++) {
                samples.values().record(Math.round(random.nextDouble(mostNanos)), 1);
            }
            intervals.add(samples);
        }
        return intervals;
    }

    @Test
    void findsARealChange() {
        PartChange change =
                PartChange.of(intervals(30, 1e6), intervals(20, 2e6)).orElseThrow();

        assertThat(change.ratio()).isCloseTo(2, within(0.05));
        assertThat(change.low()).isBetween(1.8, 2.0);
        assertThat(change.high()).isBetween(2.0, 2.2);
    }

    @Test
    void findsNoneWhereThereIsNone() {
        PartChange change =
                PartChange.of(intervals(30, 1e6), intervals(20, 1e6)).orElseThrow();

        assertThat(change.low()).isLessThanOrEqualTo(1.001);
        assertThat(change.high()).isGreaterThanOrEqualTo(0.999);
    }

    @Test
    void isUnknownOfFewIntervalsAndOfLatenciesThatDidNotEnd() {
        List<LatencySamples> open = intervals(20, 1e6);
        open.forEach(samples -> samples.lowerBounds().record(5_000_000, 100));

        assertThat(PartChange.of(intervals(9, 1e6), intervals(20, 1e6))).isEmpty();
        assertThat(PartChange.of(intervals(20, 1e6), open)).isEmpty();
    }
}

package dev.weir.feature.pauses;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.workers.RunObserver;
import dev.weir.coordinator.workers.Tick;
import dev.weir.coordinator.workers.WorkerStandstills.Absence;
import dev.weir.measure.Counts;
import dev.weir.measure.LatencySet;
import dev.weir.report.PartView.Row;
import dev.weir.result.ResultPageTest;
import dev.weir.result.document.RunDetails;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import java.io.IOException;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class PausesTest {
    private static final long SECOND = 1_000_000_000;

    private final RunObserver observer = new Pauses.PauseObserver();
    private long seconds;

    @Test
    void isTheLongestTimeWithoutAnAcknowledgement() {
        tick(Phase.WARM_UP, 100, 0);
        tick(Phase.MEASUREMENT, 100, 0);
        tick(Phase.MEASUREMENT, 100, 300);
        tick(Phase.MEASUREMENT, 100, 0);
        tick(Phase.MEASUREMENT, 0, 0);
        tick(Phase.MEASUREMENT, 0, 100);
        tick(Phase.MEASUREMENT, 0, 0);

        assertThat(new Pauses().rows(RunDetails.NONE.with(observer.parts())))
                .containsExactly(
                        new Row("longest pause", "2.0 s without an acknowledgement, from 1970-01-01T00:00:03.000Z"));
    }

    @Test
    void hasItsFieldsOnThePageOfFields() throws IOException {
        assertThat(ResultPageTest.named()).contains("pauses", "longestSeconds", "begin");
    }

    @Test
    void isNotInResultsWithoutOne() {
        tick(Phase.MEASUREMENT, 100, 100);
        tick(Phase.MEASUREMENT, 0, 0);

        assertThat(observer.parts()).isEmpty();
        assertThat(new Pauses().rows(RunDetails.NONE)).isEmpty();
    }

    private void tick(Phase phase, long sent, long acknowledged) {
        long fromNanos = seconds++ * SECOND;
        var interval = new Interval(
                phase,
                fromNanos,
                fromNanos + SECOND,
                1,
                new Counts(sent, acknowledged, 0, 0, 0, 0),
                0,
                new LatencySet(),
                new LatencySet());
        observer.tick(new Tick(interval, seconds, OptionalDouble.empty(), Absence.NONE, Absence.NONE));
    }
}

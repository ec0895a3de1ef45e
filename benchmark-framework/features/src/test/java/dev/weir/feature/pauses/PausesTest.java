package dev.weir.feature.pauses;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.Ticks;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.coordinator.workers.RunObserver.EndedRun;
import dev.weir.coordinator.workers.WorkerLinks;
import dev.weir.feature.PartPages;
import dev.weir.measure.Counts;
import dev.weir.report.PartView.Row;
import dev.weir.result.document.RunDetails;
import dev.weir.result.interval.Phase;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PausesTest {
    private static final EndedRun END = new EndedRun(RunDetails.NONE, false, List.of(), Optional.empty());

    private final RunObserver observer = new Pauses.PauseObserver();
    private long seconds;

    @Test
    void isTheLongestTimeWithoutAnAcknowledgement() throws IOException {
        tick(Phase.WARM_UP, 100, 0);
        tick(Phase.MEASUREMENT, 100, 0);
        tick(Phase.MEASUREMENT, 100, 300);
        tick(Phase.MEASUREMENT, 100, 0);
        tick(Phase.MEASUREMENT, 0, 0);
        tick(Phase.MEASUREMENT, 0, 100);
        tick(Phase.MEASUREMENT, 0, 0);

        assertThat(new Pauses().rows(RunDetails.NONE.with(observer.parts(END))))
                .containsExactly(
                        new Row("pauses", "for at least 2.0 s nothing was acknowledged, from 00:00:03.000 on"));
        PartPages.assertDescribed(observer.parts(END));
    }

    @Test
    void isNotInResultsWithoutOne() {
        tick(Phase.MEASUREMENT, 100, 100);
        tick(Phase.MEASUREMENT, 0, 0);

        assertThat(observer.parts(END)).isEmpty();
        assertThat(new Pauses().rows(RunDetails.NONE)).isEmpty();
    }

    @Test
    void messagesOfALostWorkerDoNotWait() {
        tick(Phase.WARM_UP, 200, 100);
        observer.lost(WorkerLinks.after(1, new Counts(100, 0, 0, 0, 0, 0)));
        tick(Phase.MEASUREMENT, 0, 0);

        assertThat(observer.parts(END)).isEmpty();
    }

    private void tick(Phase phase, long sent, long acknowledged) {
        observer.tick(Ticks.tick(Ticks.second(phase, seconds++, new Counts(sent, acknowledged, 0, 0, 0, 0))));
    }
}

package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.RunWatches.ThrottleTrack;
import dev.weir.coordinator.workers.RunObserver.TakenSnapshot;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.host.observation.Observation;
import dev.weir.measure.Counts;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import dev.weir.measure.Snapshot;
import dev.weir.result.Snapshots;
import dev.weir.result.interval.Phase;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.Message.Throttling;
import org.junit.jupiter.api.Test;

class ThrottleTrackTest {
    private static final Throttling.Clients FREE = new Throttling.Clients(2, 0, 0);

    private final ThrottleTrack track = new ThrottleTrack();

    /** One of two producers is stopped for 0.8 s of one of two measured seconds: 0.8 of 4 s. */
    @Test
    void reportsTheMeanShareOfTheMeasurement() {
        taken(Phase.WARM_UP, 0, 1_000_000_000);
        taken(Phase.MEASUREMENT, 1, 0);
        assertThat(track.findings()).isEmpty();

        taken(Phase.MEASUREMENT, 2, 800_000_000);

        assertThat(track.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.text())
                    .isEqualTo(
                            "brokers throttled clients that exceeded a quota: producers for 20.0 % of the measurement");
            assertThat(finding.count()).isEqualTo(800);
        });
    }

    private void taken(Phase phase, long number, long nanos) {
        Snapshot snapshot = Snapshots.of(number, Counts.NONE, new LatencySet());
        Message.SnapshotTaken message = Ticks.taken(
                snapshot,
                new Throttling(new Throttling.Clients(2, nanos, nanos), FREE),
                new LatencySamples(),
                Observation.NONE);
        track.taken(new TakenSnapshot(new WorkerLink(0, ""), message, snapshot, phase));
    }
}

package dev.weir.coordinator.spike;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.host.observation.ControlGroupUse;
import dev.weir.host.observation.NetworkUse;
import dev.weir.host.observation.Observation;
import dev.weir.host.observation.Pause;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.RunEvent;
import dev.weir.result.code.SpikeCause;
import dev.weir.result.document.LatencySpikes;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SpikeWatchTest {
    private static final long MILLI = 1_000_000;
    private static final long SNAPSHOT = 100 * MILLI;

    private final SpikeWatch watch = new SpikeWatch();

    @Test
    void addsUpSnapshotsThatAreShorterThanASecond() {
        for (int i = 0; i < 300; i++) {
            measure(i, i == 105 ? 400 : 2, i == 105 ? 350 : 0, 0);
        }

        LatencySpikes.Spike spike = onlySpike(List.of());

        assertThat(spike.cause()).isEqualTo(SpikeCause.CLIENT_COLLECTION);
        assertThat(spike.where()).isEqualTo("worker-1");
        assertThat(spike.end().epochNanos() - 100 * SNAPSHOT).isBetween(6 * SNAPSHOT, 10 * SNAPSHOT);
    }

    @Test
    void lastSnapshotsCountEvenIfTheyAreShorterThanASecond() {
        for (int i = 0; i < 93; i++) {
            measure(i, i == 92 ? 400 : 2, 0, 0);
        }

        assertThat(onlySpike(List.of()).worstNanos()).isGreaterThan(390 * MILLI);
    }

    @Test
    void acknowledgementsThatAreUsuallyOverdueAreNoCause() {
        for (int i = 0; i < 300; i++) {
            measure(i, i == 105 ? 400 : 2, 0, 2);
        }

        assertThat(onlySpike(List.of()).cause()).isEqualTo(SpikeCause.UNKNOWN_CAUSE);
    }

    @Test
    void aFaultIsNamedBeforeWhatItBringsAbout() {
        for (int i = 0; i < 300; i++) {
            measure(i, i == 105 ? 400 : 2, 0, i == 105 ? 50 : 0);
        }
        var fault = RunEvent.of(EventKind.BROKER_KILLED, 103 * SNAPSHOT, "broker 2 was killed");

        LatencySpikes.Spike spike = onlySpike(List.of(fault));

        assertThat(spike.cause()).isEqualTo(SpikeCause.FAULT);
        assertThat(spike.where()).isEqualTo("broker 2 was killed");
        assertThat(spike.alsoPossible()).isEqualTo("delayed or lost packets at the host of worker worker-1");
    }

    @Test
    void onlyTheMeasurementCounts() {
        tick(Phase.WARM_UP, 0, 400);

        assertThat(watch.spikes(Optional.empty(), List.of())).isEmpty();
    }

    private void measure(int snapshot, long millis, long collectionMillis, long overdue) {
        long begin = snapshot * SNAPSHOT;
        var collections = collectionMillis == 0
                ? List.<Pause>of()
                : List.of(new Pause(begin - collectionMillis * MILLI, collectionMillis * MILLI));
        var observation = new Observation(
                10,
                List.of(),
                collections,
                0,
                Optional.empty(),
                ControlGroupUse.NONE,
                new NetworkUse(List.of(), 1_000, 0, overdue),
                0);
        watch.observed("worker-1", Phase.MEASUREMENT, observation, begin, begin + SNAPSHOT);
        tick(Phase.MEASUREMENT, begin, millis);
    }

    private void tick(Phase phase, long begin, long millis) {
        var latencies = new LatencySet();
        latencies.of(Latency.END_TO_END_RESPONSE).values().record(millis * MILLI, 10);
        watch.tick(new Interval(phase, begin, begin + SNAPSHOT, 0.1, Counts.NONE, 0, new LatencySet(), latencies));
    }

    private LatencySpikes.Spike onlySpike(List<RunEvent> events) {
        List<LatencySpikes.Spike> spikes =
                watch.spikes(Optional.empty(), events).orElseThrow().spikes();
        assertThat(spikes).hasSize(1);
        return spikes.get(0);
    }
}

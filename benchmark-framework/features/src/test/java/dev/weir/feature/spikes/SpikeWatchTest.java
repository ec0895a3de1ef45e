package dev.weir.feature.spikes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.Ticks;
import dev.weir.host.observation.Observation;
import dev.weir.host.observation.Observation.ControlGroupUse;
import dev.weir.host.observation.Observation.CpuUse;
import dev.weir.host.observation.Observation.NetworkUse;
import dev.weir.host.observation.Pause;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.measure.SampleKind;
import dev.weir.measure.Snapshot;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.RunEvent;
import dev.weir.result.code.SpikeCause;
import dev.weir.result.interval.Phase;
import dev.weir.wire.message.Message.Throttling;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SpikeWatchTest {
    private static final long MILLI = 1_000_000;
    private static final long SNAPSHOT = 100 * MILLI;

    private final SpikeWatch watch = new SpikeWatch();

    /** In one of these snapshots messages take 400 ms, and then there was a collection, or acknowledgements are overdue. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            snapshots that are shorter than a second add up | 300 | 105 | 350 | 0 | 0 | '' | CLIENT_PAUSE: garbage collection of worker worker-1
            the last snapshots count even if they are shorter than a second | 93 | 92 | 0 | 0 | 0 | '' | UNKNOWN_CAUSE:
            acknowledgements that are usually overdue are no cause | 300 | 105 | 0 | 2 | 2 | '' | UNKNOWN_CAUSE:
            a fault is named before what it brings about | 300 | 105 | 0 | 50 | 0 | broker 2 was killed | FAULT: broker 2 was killed, or delayed or lost packets at the host of worker worker-1
            """)
    void namesTheCauseOfASlowSnapshot(
            String rule,
            int snapshots,
            int slow,
            long collectionMillis,
            long overdue,
            long usuallyOverdue,
            String fault,
            String cause) {
        for (int i = 0; i < snapshots; i++) {
            measure(i, i == slow ? 400 : 2, i == slow ? collectionMillis : 0, i == slow ? overdue : usuallyOverdue);
        }

        LatencySpikes.Spike spike = fault.isEmpty() ? onlySpike() : onlySpike(fault(slow - 2, fault));

        assertThat(cause(spike)).isEqualTo(cause);
        assertThat(spike.worstNanos()).isBetween(390 * MILLI, 410 * MILLI);
        assertThat(spike.end().epochNanos()).isBetween((slow + 1) * SNAPSHOT, (slow + 5) * SNAPSHOT);
    }

    /** Brokers delay the producers of two workers in turn, so that a queue grows until a quiet time empties it. */
    @Test
    void aSteadyQuotaIsACause() {
        for (int i = 0; i < 300; i++) {
            for (int worker = 0; worker < 2; worker++) {
                long longest = (i % 2 == worker ? 80 : 10) * MILLI;
                throttle(i, new Throttling.Clients(2, 120 * MILLI, longest), new Throttling.Clients(2, 0, 0));
            }
            measure(i, i == 105 ? 400 : 2, 0, 0);
        }

        assertThat(cause(onlySpike())).isEqualTo("QUOTA: producers");
    }

    /** Fetches that a quota delays hold up no acknowledgement. */
    @Test
    void aQuotaOfConsumersIsNoCauseOfPublishing() {
        for (int i = 0; i < 300; i++) {
            throttle(i, new Throttling.Clients(2, 0, 0), new Throttling.Clients(2, 900 * MILLI, 900 * MILLI));
            tick(Phase.MEASUREMENT, i * SNAPSHOT, Latency.PUBLISH_RESPONSE, SampleKind.VALUE, i == 105 ? 400 : 2);
        }

        assertThat(onlySpike().cause()).isEqualTo(SpikeCause.UNKNOWN_CAUSE);
    }

    @Test
    void onlyTheMeasurementCounts() {
        var latencies = new LatencySet();
        latencies.of(Latency.END_TO_END_RESPONSE).values().record(400 * MILLI, 10);
        tick(Phase.WARM_UP, 0, latencies);

        assertThat(watch.spikes(List.of(), List.of(), false)).isEmpty();
    }

    /** A stall of 8 s begins a second before the load ends: all of its messages end after the load. */
    @Test
    void aStallThatReachesTheEndOfTheLoadIsExplained() {
        quiet(100);
        watch.observed("worker-1", paused(9_000, 8_000), 100 * SNAPSHOT, 170 * SNAPSHOT, 0);
        for (int i = 0; i < 10; i++) {
            tick(Phase.SETTLE, 169 * SNAPSHOT, 7_000 + 100 * i);
        }

        LatencySpikes.Spike spike = onlySpike();

        assertThat(cause(spike)).isEqualTo("CLIENT_PAUSE: worker worker-1 did not get the processor");
        assertThat(spike.begin().epochNanos()).isBetween(88 * SNAPSHOT, 92 * SNAPSHOT);
        assertThat(spike.end().epochNanos()).isEqualTo(170 * SNAPSHOT);
        assertThat(spike.worstNanos()).isBetween(7_900 * MILLI, 7_910 * MILLI);
    }

    /** Messages of the last 6 of 10 s are never acknowledged; Weir stops waiting after 30 s. Others are as usual. */
    @ParameterizedTest
    @EnumSource(names = {"PUBLISH_RESPONSE", "END_TO_END_RESPONSE"})
    void messagesThatNeverEndAreExplained(Latency latency) {
        for (int i = 0; i < 40; i++) {
            tick(Phase.MEASUREMENT, i * SNAPSHOT, latency, SampleKind.VALUE, 2);
        }
        for (int i = 40; i < 100; i++) {
            emptyTick(i);
        }
        for (int i = 40; i < 100; i++) {
            tick(Phase.CLOSE, 400 * SNAPSHOT, Latency.PUBLISH_RESPONSE, SampleKind.LOWER_BOUND, 40_000 - 100 * i);
        }

        LatencySpikes spikes = watch.spikes(List.of(), List.of(fault(40, "broker 1 was killed")), false)
                .orElseThrow();

        assertThat(spikes.latency()).isEqualTo(latency.key());
        assertThat(spikes.spikes()).singleElement().satisfies(spike -> {
            assertThat(spike.cause()).isEqualTo(SpikeCause.FAULT);
            assertThat(spike.worstNanos()).isBetween(36_000 * MILLI, 36_100 * MILLI);
            assertThat(spike.begin().epochNanos()).isBetween(38 * SNAPSHOT, 41 * SNAPSHOT);
            assertThat(spike.end().epochNanos()).isEqualTo(401 * SNAPSHOT);
        });
    }

    /** All messages in flight end 30 s after the load; closing the clients takes 3 s more. */
    @Test
    void aKilledBrokerExplainsTheSpikeAndNotItsReturn() {
        for (int i = 0; i < 40; i++) {
            tick(Phase.MEASUREMENT, i * SNAPSHOT, Latency.PUBLISH_RESPONSE, SampleKind.VALUE, 2);
        }
        var latencies = new LatencySet();
        for (int i = 40; i < 100; i++) {
            emptyTick(i);
            latencies.of(Latency.PUBLISH_RESPONSE).lowerBounds().record((40_000 - 100 * i) * MILLI, 10);
        }
        watch.tick(Ticks.tick(Ticks.interval(Phase.CLOSE, 300 * SNAPSHOT, 430 * SNAPSHOT, Counts.NONE, latencies)));

        LatencySpikes.Spike spike = onlySpike(fault(40, "broker 1 was killed"), fault(425, "broker 1 serves again"));

        assertThat(spike.where()).isEqualTo("broker 1 was killed");
        assertThat(spike.begin().epochNanos()).isBetween(28 * SNAPSHOT, 41 * SNAPSHOT);
        assertThat(spike.end().epochNanos()).isBetween(399 * SNAPSHOT, 401 * SNAPSHOT);
    }

    @Test
    void noMessageEndsFromTheBeginOn() {
        emptyTick(0);
        tick(Phase.CLOSE, 300 * SNAPSHOT, Latency.PUBLISH_RESPONSE, SampleKind.LOWER_BOUND, 30_000);

        assertThat(onlySpike(fault(0, "broker 1 was paused")).cause()).isEqualTo(SpikeCause.FAULT);
    }

    /** Failed messages can have been delivered at once: then only their publish latency has a spike. */
    @Test
    void messagesThatFailedAndWereDeliveredHeldUpNoDelivery() {
        for (int i = 0; i < 100; i++) {
            measure(i, 2, 0, 0);
            tick(
                    Phase.MEASUREMENT,
                    i * SNAPSHOT,
                    Latency.PUBLISH_RESPONSE,
                    SampleKind.LOWER_BOUND,
                    i == 50 ? 2_000 : 1);
        }

        assertThat(watch.spikes(List.of(), List.of(), true).orElseThrow().latency())
                .isEqualTo(Latency.PUBLISH_RESPONSE.key());
    }

    /** The process stood still, and reports that with the snapshot after the one that took all the time. */
    @Test
    void aPauseCountsInItsOwnTime() {
        quiet(100);
        tick(Phase.MEASUREMENT, 149 * SNAPSHOT, 4_900);
        watch.observed("worker-1", Observation.NONE, 100 * SNAPSHOT, 150 * SNAPSHOT, 0);
        watch.observed("worker-1", paused(10_000 - 500, 4_998), 150 * SNAPSHOT, 151 * SNAPSHOT, 500 * MILLI);

        assertThat(onlySpike().cause()).isEqualTo(SpikeCause.CLIENT_PAUSE);
    }

    /** On a host whose cores are always full, waiting for a core is usual, but a standstill of 5 s is not. */
    @Test
    void aStandstillOnAFullHostIsExplained() {
        Observation full = observation(List.of(), List.of(), Optional.of(new CpuUse(1, 0, 0, 1)), 0);
        for (int i = 0; i < 100; i++) {
            tick(Phase.MEASUREMENT, i * SNAPSHOT, 2);
            watch.observed("worker-1", full, i * SNAPSHOT, (i + 1) * SNAPSHOT, 0);
        }
        tick(Phase.MEASUREMENT, 149 * SNAPSHOT, 4_900);
        watch.observed("worker-1", paused(10_000, 4_998), 100 * SNAPSHOT, 151 * SNAPSHOT, 0);

        assertThat(onlySpike().cause()).isEqualTo(SpikeCause.CLIENT_PAUSE);
    }

    /** Most of the run is a stall: its length is not what is usual. */
    @Test
    void aStallOfMostOfTheRunIsASpike() {
        quiet(20);
        for (int i = 20; i < 100; i++) {
            emptyTick(i);
        }
        for (int i = 20; i < 100; i++) {
            tick(Phase.SETTLE, 100 * SNAPSHOT, 10_000 - 100 * i);
        }

        assertThat(onlySpike().worstNanos()).isGreaterThan(7_900 * MILLI);
    }

    private void quiet(int snapshots) {
        for (int i = 0; i < snapshots; i++) {
            measure(i, 2, 0, 0);
        }
    }

    private void throttle(int snapshot, Throttling.Clients producers, Throttling.Clients consumers) {
        long begin = snapshot * SNAPSHOT;
        watch.throttled(
                new Throttling(producers, consumers),
                new Snapshot(snapshot, begin, begin + SNAPSHOT, Counts.NONE, new LatencySet(), new LatencySet()));
    }

    private static RunEvent fault(int snapshot, String text) {
        return RunEvent.of(EventKind.BROKER_FAULT, snapshot * SNAPSHOT, text);
    }

    private static String cause(LatencySpikes.Spike spike) {
        String also = spike.alsoPossible().isEmpty() ? "" : ", or " + spike.alsoPossible();
        return (spike.cause() + ": " + spike.where() + also).trim();
    }

    private static Observation paused(long beginMillis, long millis) {
        return observation(List.of(new Pause(beginMillis * MILLI, millis * MILLI)), List.of(), Optional.empty(), 0);
    }

    private static Observation observation(
            List<Pause> pauses, List<Pause> collections, Optional<CpuUse> cpu, long overdue) {
        var network = new NetworkUse(List.of(), 1_000, 0, overdue);
        return new Observation(10, pauses, collections, 0, cpu, ControlGroupUse.NONE, network, 0);
    }

    private void measure(int snapshot, long millis, long collectionMillis, long overdue) {
        long begin = snapshot * SNAPSHOT;
        var collections = collectionMillis == 0
                ? List.<Pause>of()
                : List.of(new Pause(begin - collectionMillis * MILLI, collectionMillis * MILLI));
        Observation observation = observation(List.of(), collections, Optional.empty(), overdue);
        watch.observed("worker-1", observation, begin, begin + SNAPSHOT, 0);
        tick(Phase.MEASUREMENT, begin, millis);
    }

    private void emptyTick(int snapshot) {
        tick(Phase.MEASUREMENT, snapshot * SNAPSHOT, new LatencySet());
    }

    private void tick(Phase phase, long begin, long millis) {
        tick(phase, begin, Latency.END_TO_END_RESPONSE, SampleKind.VALUE, millis);
    }

    private void tick(Phase phase, long begin, Latency latency, SampleKind kind, long millis) {
        var latencies = new LatencySet();
        latencies.of(latency).of(kind).record(millis * MILLI, 10);
        tick(phase, begin, latencies);
    }

    private void tick(Phase phase, long begin, LatencySet latencies) {
        watch.tick(Ticks.tick(Ticks.interval(phase, begin, begin + SNAPSHOT, Counts.NONE, latencies)));
    }

    private LatencySpikes.Spike onlySpike(RunEvent... events) {
        List<LatencySpikes.Spike> spikes =
                watch.spikes(List.of(), List.of(events), false).orElseThrow().spikes();
        assertThat(spikes).hasSize(1);
        return spikes.get(0);
    }
}

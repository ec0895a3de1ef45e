package dev.weir.feature.backlog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.ManualClock;
import dev.weir.coordinator.Ticks;
import dev.weir.coordinator.system.ExpiredMessages;
import dev.weir.coordinator.system.LogWatch;
import dev.weir.driver.admin.LogRange;
import dev.weir.feature.backlog.BacklogSection.BacklogSpec;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.result.interval.Phase;
import dev.weir.wire.message.ConsumerPositions;
import dev.weir.wire.message.DeliveredOffsets;
import dev.weir.wire.message.DeliveredOffsets.Span;
import dev.weir.workload.Workloads;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A load of 1,000 messages a second and one consumer, second by second. */
class BacklogTrackTest {
    private static final long SECOND = 1_000_000_000;
    private static final long MILLI = 1_000_000;

    private final ManualClock clock = new ManualClock(1_700_000_000 * SECOND);
    private final ExpiredMessages expired = new ExpiredMessages(Set.of(), Set.of());
    private BacklogTrack track = track(0);
    private boolean endsAreKnown = true;
    private long start;
    private long produced;
    private long local;
    private long consumed;

    @Test
    void timeToDrainIsTheTimeOfTheLag() {
        warmUpAndBuild();

        // 2,000 more than come: 10,000 in 5 seconds.
        for (int i = 0; i < 5; i++) {
            assertThat(track.isDrained()).isFalse();
            second(Phase.DRAIN, 3000, 50 * MILLI);
        }
        assertThat(track.isDrained()).isTrue();

        BacklogResult result = track.result().orElseThrow();
        assertThat(result.drained()).isTrue();
        assertThat(result.drainSeconds()).hasValue(5);
        assertThat(result.drainMessagesPerSecond()).hasValue(2000);
        assertThat(result.builtMessages()).isEqualTo(10_000);
        assertThat(result.buildSeconds()).isEqualTo(10);
        assertThat(result.buildMessagesPerSecond()).isEqualTo(1000);
        assertThat(result.equilibriumMessages()).isEmpty();
    }

    @Test
    void latencyHasRecoveredWhenItStaysBelowTwiceItsPreviousValue() {
        warmUpAndBuild();
        second(Phase.DRAIN, 5000, 9000 * MILLI);
        second(Phase.DRAIN, 5000, 11 * MILLI);
        second(Phase.DRAIN, 3000, 30 * MILLI);
        for (int i = 0; i < 3; i++) {
            assertThat(track.hasEnded()).isFalse();
            second(Phase.DRAIN, 1000, 15 * MILLI);
        }
        assertThat(track.hasEnded()).isTrue();

        BacklogResult result = track.result().orElseThrow();
        assertThat(result.endToEndLimitNanos().orElseThrow()).isBetween(19 * MILLI, 21 * MILLI);
        assertThat(result.endToEndBackSeconds()).hasValue(3);
    }

    @Test
    void consumersThatAreAsSlowAsTheLoadNeverDrain() {
        warmUpAndBuild();
        int seconds = 0;
        while (!track.hasEnded() && seconds < 1000) {
            second(Phase.DRAIN, seconds % 2 == 0 ? 990 : 1010, 9000 * MILLI);
            seconds++;
        }
        track.ends();

        BacklogResult result = track.result().orElseThrow();
        assertThat(seconds).isLessThan(100);
        assertThat(result.drained()).isFalse();
        assertThat(result.drainSeconds()).isEmpty();
        assertThat(result.equilibriumMessages().orElseThrow()).isBetween(9_980L, 10_020L);
        assertThat(result.endToEndBackSeconds()).isEmpty();
        assertThat(result.remoteRatio()).isEmpty();
    }

    @Test
    void isEmptyIfOnlyMessagesInFlightAreLeft() {
        warmUpAndBuild();
        second(Phase.DRAIN, 10_890, 10 * MILLI);

        // 110 of a load of 1,000 a second whose p99 was 10 ms, with positions that are 100 ms old.
        assertThat(track.isDrained()).isTrue();
    }

    @Test
    void unrecoveredLatenciesAreAwaitedForAMinute() {
        warmUpAndBuild();
        int seconds = 0;
        while (!track.hasEnded()) {
            second(Phase.DRAIN, seconds == 0 ? 11_000 : 1000, 30 * MILLI);
            seconds++;
        }

        assertThat(seconds).isEqualTo(60);
        assertThat(track.result().orElseThrow().drainSeconds()).hasValue(1);
        assertThat(track.result().orElseThrow().endToEndBackSeconds()).isEmpty();
    }

    @Test
    void awaitsNoLatencyThatWasUnknownBefore() {
        build();
        second(Phase.DRAIN, 10_900, 30 * MILLI);

        assertThat(track.hasEnded()).isTrue();
        assertThat(track.result().orElseThrow().endToEndLimitNanos()).isEmpty();
        assertThat(track.result().orElseThrow().endToEndBackSeconds()).isEmpty();
    }

    /** Positions that pass ends which were read long ago look like consumers that have caught up. */
    @Test
    void isNotDrainedWhileTheEndsOfTheLogsAreUnknown() {
        warmUpAndBuild();
        endsAreKnown = false;
        for (int i = 0; i < 20; i++) {
            second(Phase.DRAIN, 1500, 50 * MILLI);
        }
        assertThat(track.isDrained()).isFalse();
        assertThat(track.unknownSeconds()).isEqualTo(15);

        endsAreKnown = true;
        second(Phase.DRAIN, 1000, 50 * MILLI);
        assertThat(track.isDrained()).isTrue();
        assertThat(track.unknownSeconds()).isEqualTo(15);
    }

    @Test
    void waitsAMinuteForADrainWhileTheEndsOfTheLogsAreUnknown() {
        warmUpAndBuild();
        endsAreKnown = false;
        int seconds = 0;
        while (!track.hasEnded()) {
            second(Phase.DRAIN, 1100, 50 * MILLI);
            seconds++;
        }
        track.ends();

        assertThat(seconds).isEqualTo(65);
        assertThat(track.result().orElseThrow().drained()).isFalse();
    }

    @Test
    void consumersContinueWhenEnoughIsOnlyInTheRemoteStore() {
        track = track(0.5);
        second(Phase.WARM_UP, 1000, 10 * MILLI);
        track.buildUpBegins();
        for (int i = 0; i < 10; i++) {
            second(Phase.BACKLOG, 0, 0);
        }
        assertThat(track.isBuilt()).isFalse();
        assertThat(track.missingInRemoteStore())
                .startsWith(
                        "10 s after consumers were paused, 0 % of the backlog were in the remote store alone, not 50"
                                + " %:")
                .contains("local.retention.bytes");

        // Of 1,000 messages before the backlog and 11,000 in it.
        local = 1_000 + 5_000;
        second(Phase.BACKLOG, 0, 0);
        assertThat(track.isBuilt()).isFalse();
        local = 1_000 + 6_000;
        second(Phase.BACKLOG, 0, 0);

        assertThat(track.isBuilt()).isTrue();
        assertThat(track.missingInRemoteStore()).isEmpty();
        track.drainBegins();
        assertThat(track.explainBuilt()).endsWith("; 50 % of them are in the remote store alone");
        second(Phase.DRAIN, 13_000, 10 * MILLI);
        assertThat(track.result().orElseThrow().remoteRatio()).hasValue(0.5);
    }

    /** On a busy host, a snapshot of the drain can end before the coordinator calls drainBegins. */
    @Test
    void noSnapshotFromBeforeTheDrainEndsIt() {
        warmUpAndBuild();

        snapshot(Phase.DRAIN, 11_000, 10 * MILLI);
        assertThat(track.isDrained()).isFalse();
        second(Phase.DRAIN, 1000, 10 * MILLI);

        assertThat(track.isDrained()).isTrue();
        assertThat(track.explainEnd()).isEqualTo("the backlog was drained in 1.0 s");
    }

    @Test
    void aDrainOfABacklogThatLostMessagesHasNoFigures() {
        second(Phase.WARM_UP, 1000, 10 * MILLI);
        track.buildUpBegins();
        for (int i = 0; i < 10; i++) {
            assertThat(track.isBuilt()).isFalse();
            start = i < 9 ? 0 : consumed + 4000;
            second(Phase.BACKLOG, 0, 0);
        }
        assertThat(track.isBuilt()).isTrue();
        track.drainBegins();
        assertThat(track.explainBuilt())
                .isEqualTo("the backlog has 6,000 messages, after 10.0 s; 4,000 more were removed before consumers"
                        + " received them");

        assertThat(drainedInOneSecond(4000).builtMessages()).isEqualTo(6000);
    }

    @Test
    void aDrainInWhichConsumersPassedOverRemovedMessagesHasNoFigures() {
        warmUpAndBuild();
        arrive(Phase.BACKLOG, 0, 1000);
        arrive(Phase.BACKLOG, 2000, 10_000);
        arrive(Phase.DRAIN, 13_000, 21_000);
        start = 13_000;

        assertThat(drainedInOneSecond(4000).builtMessages()).isEqualTo(10_000);
    }

    private BacklogResult drainedInOneSecond(long expiredMessages) {
        second(Phase.DRAIN, 11_000, 10 * MILLI);

        assertThat(track.explainEnd())
                .isEqualTo(String.format(
                        Locale.ROOT,
                        "the backlog is empty after 1.0 s, but consumers did not receive %,d of its messages, which"
                                + " were removed",
                        expiredMessages));
        BacklogResult result = track.result().orElseThrow();
        assertThat(result.drained()).isTrue();
        assertThat(result.drainSeconds()).isEmpty();
        assertThat(result.drainMessagesPerSecond()).isEmpty();
        assertThat(result.expiredMessages()).isEqualTo(expiredMessages);
        return result;
    }

    private void arrive(Phase phase, long from, long to) {
        expired.add(0, new DeliveredOffsets("t", List.of(new Span(0, from, to))), phase);
    }

    private BacklogTrack track(double remoteRatio) {
        return new BacklogTrack(
                new BacklogSpec(1_000_000, 1, 1000, 1000, remoteRatio),
                Workloads.small().messageSize(100).build(),
                expired,
                clock);
    }

    private void warmUpAndBuild() {
        for (int i = 0; i < 10; i++) {
            second(Phase.WARM_UP, 1000, 10 * MILLI);
        }
        build();
    }

    private void build() {
        track.buildUpBegins();
        for (int i = 0; i < 10; i++) {
            assertThat(track.isBuilt()).isFalse();
            second(Phase.BACKLOG, 0, 0);
        }
        assertThat(track.isBuilt()).isTrue();
        track.drainBegins();
    }

    private void second(Phase phase, long received, long endToEndNanos) {
        clock.advance(Duration.ofSeconds(1));
        snapshot(phase, received, endToEndNanos);
    }

    /** Of the second that ends now. */
    private void snapshot(Phase phase, long received, long endToEndNanos) {
        produced += 1000;
        consumed += received;
        if (endsAreKnown) {
            var log = new LogRange(start, produced, Math.max(start, local), OptionalInt.empty());
            var reading = new LogWatch.Reading(clock.epochNanos(), Map.of("t", List.of(log)), Map.of());
            track.add(reading);
            expired.add(reading);
        }
        track.positions(List.of(new ConsumerPositions("t", 0, Map.of(0, consumed))));
        var latencies = new LatencySet();
        if (received > 0) {
            latencies.of(Latency.END_TO_END_RESPONSE).values().record(endToEndNanos, received);
        }
        track.tick(Ticks.interval(
                phase,
                clock.epochNanos() - SECOND,
                clock.epochNanos(),
                new Counts(1000, 1000, 0, received, 0, 0),
                latencies));
    }
}

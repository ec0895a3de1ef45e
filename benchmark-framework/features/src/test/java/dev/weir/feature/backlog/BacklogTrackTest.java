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
import dev.weir.wire.message.Message.ConsumerPositions;
import dev.weir.wire.message.Message.ReceivedNotes.DeliveredOffsets;
import dev.weir.wire.message.Message.ReceivedNotes.DeliveredOffsets.Span;
import dev.weir.workload.Workloads;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A load of 1,000 messages a second and one consumer, second by second. */
class BacklogTrackTest {
    private static final long SECOND = 1_000_000_000;
    private static final long MILLI = 1_000_000;

    private final ManualClock clock = new ManualClock(1_700_000_000 * SECOND);
    private final ExpiredMessages expired = new ExpiredMessages(Set.of(), Set.of());
    private BacklogTrack track = track(1, 0);
    private boolean endsAreKnown = true;
    private long start;
    private long produced;
    private long local;
    private long consumed;

    /**
     * A drain after a backlog of 10,000 messages, and a p99 of 10 ms before it unless that is {@code unknown}: its seconds as {@code
     * RECEIVED/MILLIS} or {@code TIMES*(SECONDS)}; then the second after which the backlog was drained, and the second after which
     * the drain ended. The ends of
     * the logs are unknown between {@code away} and {@code back}. 3,000 received are 2,000 more than come.
     */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            the time to drain is that of the lag | 5*(3000/50) | 5, not ended | the backlog was drained in 5.0 s, 2000.0/s
            latency has recovered when it stays below twice its previous value | 5000/9000 5000/11 3000/30 9*(1000/15) | 3, ended 6 | the backlog was drained in 3.0 s, 3333.3/s, latency back after 3.0 s
            consumers that are as slow as the load never drain | 50*(990/9000 1010/9000) | not drained, ended 60 | after 60.0 s the backlog stays at 10,000 messages, 0.0/s, equilibrium 10005
            only messages in flight are left: 110 of 1000 a second whose p99 was 10 ms with positions that are 100 ms old | 10890/10 | 1, not ended | the backlog was drained in 1.0 s, 9890.0/s
            unrecovered latencies are awaited for a minute | 11000/30 99*(1000/30) | 1, ended 60 | the backlog was drained in 1.0 s, 10000.0/s
            a latency that was unknown before is not awaited | unknown 9*(10900/30) | 1, ended 1 | the backlog was drained in 1.0 s, 9900.0/s
            positions that pass ends which were read long ago look like consumers that have caught up | away 20*(1500/50) back 1000/50 | 21, not ended | the backlog was drained in 21.0 s, 476.2/s, unknown for 15.0 s
            a drain is awaited for a minute while the ends of the logs are unknown | away 99*(1100/50) | not drained, ended 65 | after 65.0 s the consumer lag is unknown; last known value: 9,500 messages, 7.7/s, unknown for 60.0 s
            """)
    void drainsAndRecovers(String rule, String course, String ends, String expected) {
        boolean known = !course.startsWith("unknown ");
        if (known) {
            warmUp();
        }
        build();

        assertThat(drain(course.replace("unknown ", ""))).isEqualTo(ends);

        track.ends();
        BacklogResult result = track.result().orElseThrow();
        var text = new StringBuilder(track.explainEnd());
        result.drainMessagesPerSecond()
                .ifPresent(rate ->
                        text.append(", ").append(Math.round(rate * 10) / 10.0).append("/s"));
        result.equilibriumMessages()
                .ifPresent(messages -> text.append(", equilibrium ").append(messages));
        result.endToEndBackSeconds()
                .ifPresent(back ->
                        text.append(", latency back after ").append(back).append(" s"));
        if (track.unknownSeconds() > 0) {
            text.append(", unknown for ").append(track.unknownSeconds()).append(" s");
        }
        assertThat(text).asString().isEqualTo(expected);
        assertThat(result.drained()).isEqualTo(result.drainSeconds().isPresent());
        result.drainSeconds().ifPresent(seconds -> assertThat(expected).contains("drained in " + seconds + " s"));
        assertThat(result.builtMessages()).isEqualTo(10_000);
        assertThat(result.buildSeconds()).isEqualTo(10);
        assertThat(result.buildMessagesPerSecond()).isEqualTo(1000);
        assertThat(result.remoteRatio()).isEmpty();
        assertThat(result.endToEndLimitNanos().isPresent()).isEqualTo(known);
        result.endToEndLimitNanos().ifPresent(limit -> assertThat(limit).isBetween(19 * MILLI, 21 * MILLI));
    }

    /** 110 of 1,000 messages a second are always in flight, and 5,000 of 10,000 may stay. */
    @ParameterizedTest
    @CsvSource({"5890/10, '1, not ended'", "5889/10 1001/10, '2, not ended'"})
    void theWorkloadCanLeaveAPartOfTheBacklog(String course, String ends) {
        track = track(0.5, 0);
        warmUp();
        build();

        assertThat(drain(course)).isEqualTo(ends);
    }

    private String drain(String course) {
        String seconds = Pattern.compile("(\\d+)\\*\\(([^)]*)\\)")
                .matcher(course)
                .replaceAll(found -> (found.group(2) + " ")
                        .repeat(Integer.parseInt(found.group(1)))
                        .trim());
        int second = 0;
        int drained = 0;
        for (String word : seconds.split(" ", -1)) {
            if (word.contains("/")) {
                String[] figures = word.split("/", -1);
                second(Phase.DRAIN, Long.parseLong(figures[0]), Long.parseLong(figures[1]) * MILLI);
                second++;
                drained = drained == 0 && track.isDrained() ? second : drained;
            } else {
                endsAreKnown = word.equals("back");
            }
            if (track.hasEnded()) {
                break;
            }
        }
        return (drained == 0 ? "not drained" : String.valueOf(drained))
                + (track.hasEnded() ? ", ended " + second : ", not ended");
    }

    @Test
    void consumersContinueWhenEnoughIsOnlyInTheRemoteStore() {
        track = track(1, 0.5);
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
        warmUp();
        build();

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
        warmUp();
        build();
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

    private BacklogTrack track(double drainRatio, double remoteRatio) {
        return new BacklogTrack(
                new BacklogSpec(1_000_000, drainRatio, 1000, 1000, remoteRatio),
                Workloads.small().messageSize(100).build(),
                expired,
                clock);
    }

    private void warmUp() {
        for (int i = 0; i < 10; i++) {
            second(Phase.WARM_UP, 1000, 10 * MILLI);
        }
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

package dev.weir.coordinator.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.result.code.Code;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.result.document.Clocks;
import dev.weir.result.run.ClockMode;
import dev.weir.result.value.Moment;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ClockReasonsTest {
    private final LatencySet measured = new LatencySet();

    @Test
    void reportsNothingOfABoundThatTheTimesExceed() {
        endToEnd(800_000);

        assertThat(codes(bound(300_000))).isEmpty();
        assertThat(codes(bound(0))).isEmpty();
    }

    @Test
    void notesThatHalfOfTheTimesAreBelowTheBound() {
        endToEnd(200_000);

        assertThat(only(bound(300_000)).severity()).isEqualTo(Severity.NOTE);
        assertThat(only(bound(300_000)).text()).contains("0.300 ms");
    }

    @Test
    void marksARunWhoseClockBoundIsTooWide() {
        endToEnd(50_000_000);

        assertThat(only(bound(1_000_001)).severity()).isEqualTo(Severity.DEGRADED);
        assertThat(codes(bound(Long.MAX_VALUE))).containsExactly(ReasonCode.CLOCKS_INEXACT);
        assertThat(codes(bound(1_000_000))).isEmpty();
    }

    @Test
    void marksALoadWithoutARateToo() {
        measured.of(Latency.END_TO_END_SERVICE).values().record(50_000_000, 100);

        assertThat(codes(bound(1_000_001))).containsExactly(ReasonCode.CLOCKS_INEXACT);
    }

    @Test
    void reportsNoMissingEndToEndTimes() {
        assertThat(codes(bound(Long.MAX_VALUE))).isEmpty();
    }

    @Test
    void findsNegativeTimesWrongOnlyBeyondTheBound() {
        endToEnd(800_000);
        measured.of(Latency.END_TO_END_SERVICE).negativeMagnitudes().record(299_000, 5);
        assertThat(codes(bound(300_000))).isEmpty();

        measured.of(Latency.END_TO_END_SERVICE).negativeMagnitudes().record(302_000, 7);
        assertThat(only(bound(300_000)).text()).startsWith("7 messages ");
    }

    @Test
    void reportsWhenAndHowFarAWallClockWasSet() {
        var result = new Clocks(
                ClockMode.SYSTEM.key(),
                "",
                OptionalLong.of(0),
                List.of(),
                List.of(
                        new Clocks.Step("host:1", new Moment(1_600_000_000_000_000_000L), 1_000_000),
                        new Clocks.Step("host:1", new Moment(1_700_000_000_000_000_000L), -1_500_000)),
                Optional.empty(),
                Optional.empty());

        assertThat(only(result).text())
                .contains("host:1 was set 2 times, at 2023-11-14T22:13:20.000Z back by 1.500 ms");
    }

    private void endToEnd(long nanos) {
        measured.of(Latency.END_TO_END_RESPONSE).values().record(nanos, 100);
    }

    private Reason only(Clocks clocks) {
        assertThat(codes(clocks)).containsExactly(ReasonCode.CLOCKS_INEXACT);
        return ClockReasons.of(clocks, measured).get(0);
    }

    private List<Code> codes(Clocks clocks) {
        return ClockReasons.of(clocks, measured).stream().map(Reason::code).toList();
    }

    private static Clocks bound(long nanos) {
        return new Clocks(
                ClockMode.CORRECTED.key(),
                "apart",
                nanos < Long.MAX_VALUE ? OptionalLong.of(nanos) : OptionalLong.empty(),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty());
    }
}

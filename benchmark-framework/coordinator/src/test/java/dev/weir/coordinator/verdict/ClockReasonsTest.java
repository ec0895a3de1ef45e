package dev.weir.coordinator.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.result.document.Clocks;
import dev.weir.result.document.Clocks.ClockMode;
import dev.weir.result.value.Moment;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClockReasonsTest {
    private final LatencySet measured = new LatencySet();

    /** Of 100 end-to-end times, each as long as given; without a bound, it is unknown. */
    @ParameterizedTest
    @CsvSource({
        // Times that exceed the bound.
        "800000, 300000, , ''",
        "800000, 0, , ''",
        // Half of the times are below it.
        "200000, 300000, NOTE, 0.300 ms",
        // It is too wide, or unknown.
        "50000000, 1000000, , ''",
        "50000000, 1000001, DEGRADED, by 1.000 ms",
        "50000000, , DEGRADED, is unknown",
    })
    void comparesTheBoundWithTheTimes(long nanos, @Nullable Long boundNanos, @Nullable Severity severity, String text) {
        endToEnd(nanos);
        Clocks clocks = clocks(boundNanos == null ? OptionalLong.empty() : OptionalLong.of(boundNanos));

        if (severity == null) {
            assertThat(ClockReasons.of(clocks, measured)).isEmpty();
        } else {
            assertThat(only(clocks).severity()).isEqualTo(severity);
            assertThat(only(clocks).text()).contains(text);
        }
    }

    @Test
    void marksALoadWithoutARateToo() {
        measured.of(Latency.END_TO_END_SERVICE).values().record(50_000_000, 100);

        assertThat(only(bound(1_000_001)).severity()).isEqualTo(Severity.DEGRADED);
    }

    @Test
    void reportsNoMissingEndToEndTimes() {
        assertThat(ClockReasons.of(clocks(OptionalLong.empty()), measured)).isEmpty();
    }

    @Test
    void findsNegativeTimesWrongOnlyBeyondTheBound() {
        endToEnd(800_000);
        measured.of(Latency.END_TO_END_SERVICE).negativeMagnitudes().record(299_000, 5);
        assertThat(ClockReasons.of(bound(300_000), measured)).isEmpty();

        measured.of(Latency.END_TO_END_SERVICE).negativeMagnitudes().record(302_000, 7);
        assertThat(only(bound(300_000)).text()).startsWith("7 messages ");
    }

    @Test
    void reportsWhenAndHowFarAWallClockWasSet() {
        Clocks clocks = clocks(
                OptionalLong.of(0),
                new Clocks.Step("host:1", new Moment(1_600_000_000_000_000_000L), 1_000_000),
                new Clocks.Step("host:1", new Moment(1_700_000_000_000_000_000L), -1_500_000));

        assertThat(only(clocks).text())
                .contains("host:1 was set 2 times, at 2023-11-14T22:13:20.000Z back by 1.500 ms");
    }

    private void endToEnd(long nanos) {
        measured.of(Latency.END_TO_END_RESPONSE).values().record(nanos, 100);
    }

    private Reason only(Clocks clocks) {
        List<Reason> reasons = ClockReasons.of(clocks, measured);
        assertThat(reasons).extracting(Reason::code).containsExactly(ReasonCode.CLOCKS_INEXACT);
        return reasons.get(0);
    }

    private static Clocks bound(long nanos) {
        return clocks(OptionalLong.of(nanos));
    }

    private static Clocks clocks(OptionalLong bound, Clocks.Step... steps) {
        return new Clocks(
                ClockMode.CORRECTED.key(),
                "apart",
                bound,
                List.of(),
                List.of(steps),
                Optional.empty(),
                Optional.empty());
    }
}

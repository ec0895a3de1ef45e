package dev.weir.coordinator.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClockReasonsTest {
    private final LatencySet measured = new LatencySet();

    /** Of 100 end-to-end times, each as long as given. */
    @ParameterizedTest
    @CsvSource({
        // Times that exceed the bound.
        "800_000, 300_000, ",
        "800_000, 0, ",
        // Half of the times are below it.
        "200_000, 300_000, NOTE",
        // It is too wide, or unknown.
        "50_000_000, 1_000_000, ",
        "50_000_000, 1_000_001, DEGRADED",
        "50_000_000, -1, DEGRADED",
    })
    void comparesTheBoundWithTheTimes(String nanos, String boundNanos, @Nullable Severity severity) {
        endToEnd(Long.parseLong(nanos.replace("_", "")));
        long bound = Long.parseLong(boundNanos.replace("_", ""));

        assertThat(ClockReasons.of(bound(bound < 0 ? Long.MAX_VALUE : bound), measured))
                .extracting(Reason::code, Reason::severity)
                .isEqualTo(severity == null ? List.of() : List.of(tuple(ReasonCode.CLOCKS_INEXACT, severity)));
    }

    @Test
    void namesTheBound() {
        endToEnd(200_000);

        assertThat(only(bound(300_000)).text()).contains("0.300 ms");
    }

    @Test
    void marksALoadWithoutARateToo() {
        measured.of(Latency.END_TO_END_SERVICE).values().record(50_000_000, 100);

        assertThat(codes(bound(1_000_001))).containsExactly(ReasonCode.CLOCKS_INEXACT);
    }

    @Test
    void reportsNoMissingEndToEndTimes() {
        assertThat(ClockReasons.of(bound(Long.MAX_VALUE), measured)).isEmpty();
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

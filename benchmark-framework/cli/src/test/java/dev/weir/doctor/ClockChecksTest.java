package dev.weir.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.ClockFigures;
import dev.weir.clock.ClockSpread;
import dev.weir.clock.ParkFigures;
import dev.weir.doctor.Check.CheckOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClockChecksTest {
    @ParameterizedTest
    @CsvSource({"200, 1000, OK", "201, 1000, WARN", "200, 1001, WARN"})
    void wantsReadingsThatAreCheapAndFine(double readingNanos, long stepNanos, CheckOutcome verdict) {
        Check check = HostChecks.ofClock(new ClockFigures(readingNanos, stepNanos, new ParkFigures(0, 0, 0, 0)))
                .get(0);

        assertThat(check.name()).isEqualTo("time");
        assertThat(check.verdict()).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({"200000, 1000000, OK", "200001, 1000000, WARN", "200000, 1000001, WARN"})
    void wantsSendersThatWakeUpInTime(long p50Nanos, long p99Nanos, CheckOutcome verdict) {
        Check check = HostChecks.ofClock(new ClockFigures(25, 25, new ParkFigures(0, p50Nanos, p99Nanos, 0)))
                .get(1);

        assertThat(check.name()).isEqualTo("pacing");
        assertThat(check.verdict()).isEqualTo(verdict);
    }

    @Test
    void reportsWhatWasMeasured() {
        assertThat(HostChecks.ofClock(new ClockFigures(24.6, 1, new ParkFigures(50_000, 57_000, 123_400, 0))))
                .extracting(Check::found)
                .containsExactly(
                        "25 ns a reading, in steps of 1 ns or less",
                        "a sender wakes up 0.057 ms late (p50), 0.123 ms (p99)");
    }

    @ParameterizedTest
    @CsvSource({"50000, bound 0.050 ms", "50001, bound 0.050 ms: runs correct for it"})
    void acceptsOffsetsThatRunsCorrect(long apartNanos, String end) {
        Check check = WorkersTogether.judge(new ClockSpread("a:1", "b:1", apartNanos, 50_000), false);

        assertThat(check.verdict()).isEqualTo(CheckOutcome.OK);
        assertThat(check.found()).endsWith(end);
    }

    @ParameterizedTest
    @CsvSource({"500000, 500000, OK", "500000, 500001, WARN"})
    void saysThatTheNetworkHidesHowTheyDiffer(long oneBoundNanos, long otherBoundNanos, CheckOutcome verdict) {
        Check check =
                WorkersTogether.judge(new ClockSpread("a:1", "b:1", 1_000, oneBoundNanos + otherBoundNanos), false);

        assertThat(check.verdict()).isEqualTo(verdict);
        assertThat(check.found()).startsWith("at most 0.001 ms apart (a:1 and b:1), bound 1.000 ms");
    }
}

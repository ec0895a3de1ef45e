package dev.weir.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClockSpreadTest {
    private record Named(String name, ClockOffset offset) {}

    @Test
    void isOfTheTwoThatAreFurthestApart() {
        assertThat(spread(named("a", 0, 1), named("b", 900_000, 20), named("c", -800_000, 300)))
                .contains(new ClockSpread("c", "b", 1_700_000, 320));
    }

    @Test
    void skipsClocksThatAreNotKnown() {
        var unknown = new Named("u", ClockOffset.UNKNOWN);

        assertThat(spread(named("a", 5, 1), unknown, named("b", 7, 1))).contains(new ClockSpread("a", "b", 2, 2));
        assertThat(spread(named("a", 5, 1), unknown)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"50, 50, true, false", "51, 50, false, false", "0, 1000000, true, false", "0, 1000001, true, true"})
    void isWithinItsBoundOrTooUncertain(long apartNanos, long boundNanos, boolean within, boolean tooUncertain) {
        var spread = new ClockSpread("a", "b", apartNanos, boundNanos);

        assertThat(spread.isWithinBound()).isEqualTo(within);
        assertThat(spread.isTooUncertain()).isEqualTo(tooUncertain);
    }

    private static Named named(String name, long offsetNanos, long boundNanos) {
        return new Named(name, new ClockOffset(offsetNanos, boundNanos));
    }

    private static Optional<ClockSpread> spread(Named... clocks) {
        return ClockSpread.of(List.of(clocks), Named::name, Named::offset);
    }
}

package dev.weir.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.ParkFigures;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PacingPrecisionTest {
    private static final ParkFigures PARK = new ParkFigures(55_000, 70_000, 100_000, 20_000);
    private static final Duration LINGER = Duration.ofMillis(1);

    @Test
    void wakesUpAsOftenAsAFewHundredthsOfTheCoresPayFor() {
        assertThat(PacingPrecision.chosen(PARK, 4, 1, LINGER)).isEqualTo(new PacingPrecision(125_000, 55_000));
        assertThat(PacingPrecision.chosen(PARK, 8, 3, Duration.ofMillis(5)).precisionNanos())
                .isEqualTo(187_500);
    }

    @Test
    void isNeverCoarserThanAQuarterOfTheLinger() {
        assertThat(PacingPrecision.chosen(PARK, 2, 50, LINGER)).isEqualTo(new PacingPrecision(250_000, 0));
    }

    @Test
    void isFineForAClientThatDoesNotLinger() {
        assertThat(PacingPrecision.chosen(PARK, 2, 50, Duration.ZERO).precisionNanos())
                .isEqualTo(100_000);
    }

    @Test
    void isNeverFinerThanParkingUnlessAPersonAsks() {
        assertThat(PacingPrecision.chosen(PARK, 64, 1, LINGER).precisionNanos()).isEqualTo(70_000);
        assertThat(PacingPrecision.of(Duration.ofNanos(1_000), PARK)).isEqualTo(new PacingPrecision(1_000, 100_000));
    }

    @Test
    void whatAPersonAsksForIsKept() {
        assertThat(PacingPrecision.of(LINGER, PARK)).isEqualTo(new PacingPrecision(1_000_000, 55_000));
    }
}

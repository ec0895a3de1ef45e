package dev.weir.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.ClockProbe.ParkFigures;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PacingPrecisionTest {
    private static final ParkFigures PARK = new ParkFigures(55_000, 70_000, 100_000, 20_000);

    @ParameterizedTest
    @CsvSource({
        // Wakes up as often as a few hundredths of the cores pay for.
        "4, 1, PT0.001S, 125000, 55000",
        "8, 3, PT0.005S, 187500, 55000",
        // Is never coarser than a quarter of the linger.
        "2, 50, PT0.001S, 250000, 0",
        // Is fine for a client that does not linger.
        "2, 50, PT0S, 100000, 0",
        // Is never finer than parking.
        "64, 1, PT0.001S, 70000, 55000"
    })
    void isChosenForTheHostAndTheClient(int cores, int senders, Duration linger, long precision, long early) {
        assertThat(PacingPrecision.chosen(PARK, cores, senders, linger))
                .isEqualTo(new PacingPrecision(precision, early));
    }

    @ParameterizedTest
    @CsvSource({"1000, 100000", "1000000, 55000"})
    void whatAPersonAsksForIsKept(long precision, long early) {
        assertThat(PacingPrecision.of(Duration.ofNanos(precision), PARK))
                .isEqualTo(new PacingPrecision(precision, early));
    }
}

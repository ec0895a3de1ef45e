package dev.weir.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.clock.ClockProbe.ClockFigures;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/** Clocks that are known, measured. */
class ClockProbeTest {
    private static final long READING = 25;
    private long nanos;
    private int parks;

    @Test
    void reportsWhatReadingAndParkingCostAndTheStep() {
        ClockFigures figures = measured(asked -> asked);

        assertThat(figures.readingNanos()).isEqualTo(READING);
        assertThat(figures.stepNanos()).isEqualTo(READING);
        // A quarter of the 100 us that it asks for, and of the reading after it.
        assertThat(figures.park().cpuNanos()).isEqualTo((100_000 + READING) / 4);
    }

    @Test
    void reportsTheStepOfACoarseClock() {
        ClockFigures figures =
                new ClockProbe(() -> (nanos += READING) / 1000 * 1000, asked -> nanos += asked, () -> 0).figures();

        assertThat(figures.readingNanos()).isEqualTo(READING);
        assertThat(figures.stepNanos()).isEqualTo(1000);
    }

    @Test
    void reportsHowLateParkingEndsWithItsRareCases() {
        ClockFigures figures = measured(asked -> asked + (parks % 50 == 1 ? 900_000 : 7_000));

        assertThat(figures.park().lateP50Nanos()).isEqualTo(7_000 + READING);
        assertThat(figures.park().lateP99Nanos()).isEqualTo(900_000 + READING);
        assertThat(figures.park().lateP10Nanos()).isEqualTo(7_000 + READING);
        assertThat(parks).isEqualTo(1000);
    }

    @Test
    void parksAgainWhenItWakesUpTooEarly() {
        ClockFigures figures = measured(asked -> parks % 2 == 1 ? asked / 2 : asked + 3_000);

        assertThat(figures.park().lateP50Nanos()).isEqualTo(3_000 + READING);
        assertThat(parks).isEqualTo(2000);
    }

    @Test
    void isDoneSoonWhereParkingTakesLong() {
        ClockFigures figures = measured(asked -> asked + 15_000_000);

        assertThat(figures.park().lateP50Nanos()).isEqualTo(15_000_000 + READING);
        assertThat(parks).isBetween(100, 150);
    }

    @Test
    void refusesAClockThatStandsStill() {
        assertThatThrownBy(() -> new ClockProbe(() -> 0, asked -> {}, () -> 0).figures())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the clock does not move");
    }

    @Test
    void measuresTheClockOfThisProcess() {
        ClockFigures figures = ClockProbe.measure();

        assertThat(figures.readingNanos()).isPositive();
        assertThat(figures.stepNanos()).isPositive();
        assertThat(figures.park().lateP50Nanos()).isNotNegative();
        assertThat(figures.park().lateP99Nanos())
                .isGreaterThanOrEqualTo(figures.park().lateP50Nanos());
    }

    /** On a clock that each reading moves on, with a park that takes so long. */
    private ClockFigures measured(LongUnaryOperator park) {
        return new ClockProbe(() -> nanos += READING, asked -> park(park, asked), () -> nanos / 4).figures();
    }

    private void park(LongUnaryOperator park, long asked) {
        parks++;
        nanos += park.applyAsLong(asked);
    }
}

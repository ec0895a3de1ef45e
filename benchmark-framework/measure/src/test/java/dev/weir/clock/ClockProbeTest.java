package dev.weir.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/** Clocks that are known, measured. */
class ClockProbeTest {
    private static final long READING = 25;
    private long nanos;

    @Test
    void reportsWhatAReadingCostsAndTheStep() {
        ClockFigures figures = measured(asked -> asked);

        assertThat(figures.readingNanos()).isEqualTo(READING);
        assertThat(figures.stepNanos()).isEqualTo(READING);
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
        var parks = new AtomicInteger();

        ClockFigures figures = measured(asked -> asked + (parks.getAndIncrement() % 50 == 0 ? 900_000 : 7_000));

        assertThat(figures.park().lateP50Nanos()).isEqualTo(7_000 + READING);
        assertThat(figures.park().lateP99Nanos()).isEqualTo(900_000 + READING);
        assertThat(figures.park().lateP10Nanos()).isEqualTo(7_000 + READING);
        assertThat(parks).hasValue(1000);
    }

    @Test
    void parksAgainWhenItWakesUpTooEarly() {
        var parks = new AtomicInteger();

        ClockFigures figures = measured(asked -> parks.getAndIncrement() % 2 == 0 ? asked / 2 : asked + 3_000);

        assertThat(figures.park().lateP50Nanos()).isEqualTo(3_000 + READING);
        assertThat(parks).hasValue(2000);
    }

    @Test
    void isDoneSoonWhereParkingTakesLong() {
        var parks = new AtomicInteger();

        ClockFigures figures = measured(asked -> {
            parks.incrementAndGet();
            return asked + 15_000_000;
        });

        assertThat(figures.park().lateP50Nanos()).isEqualTo(15_000_000 + READING);
        assertThat(parks.get()).isBetween(100, 150);
    }

    /** A quarter of the 100 us that it asks for, and of the reading after it. */
    @Test
    void reportsWhatParkingCosts() {
        assertThat(measured(asked -> asked).park().cpuNanos()).isEqualTo((100_000 + READING) / 4);
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
        return new ClockProbe(() -> nanos += READING, asked -> nanos += park.applyAsLong(asked), () -> nanos / 4)
                .figures();
    }
}

package dev.weir.coordinator.phase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.Ticks;
import dev.weir.coordinator.figures.LastArrival;
import dev.weir.measure.Counts;
import dev.weir.result.interval.Phase;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long a run waits for messages after a worker was lost. The load ends at 0 s; snapshots come once a second. */
class DeliverySilenceTest {
    private static final Duration USUAL = Duration.ofSeconds(3);
    private static final Duration TAKE_OVER = Duration.ofSeconds(60);

    @ParameterizedTest(name = "a loss at {0} s, the last arrival at {1} s: until {2} s")
    @CsvSource({
        // The take-over in full, and then the usual silence.
        "0, 0, 63",
        "-10, 0, 53",
        "-59, 0, 4",
        // Only the usual silence when the take-over has ended before.
        "-60, 0, 3",
        "-500, 0, 3",
        // A message does not end the take-over.
        "0, 2, 63",
        "0, 40, 63",
        "0, 60, 63",
        // The usual silence after a message that comes later.
        "0, 61, 64",
        "0, 62, 65",
        "-500, 2, 5"
    })
    void waitsForTheTakeOverInFullAndThenForTheUsualSilence(int lostAt, int lastArrivalAt, int endsAt) {
        int second = 0;
        Duration quiet = Duration.ZERO;

        while (quiet.compareTo(Settlement.silence(USUAL, Duration.ofSeconds(second - lostAt), TAKE_OVER, quiet)) < 0) {
            second++;
            quiet = second == lastArrivalAt ? Duration.ZERO : quiet.plusSeconds(1);
        }

        assertThat(second).isEqualTo(endsAt);
    }

    @Test
    void aShareGroupHasTimeToFormBeforeItsTopicCountsAsRead() {
        assertThat(secondsUntilLongAgo(new LastArrival(false), 0)).isEqualTo(6);
        assertThat(secondsUntilLongAgo(new LastArrival(true), 0)).isEqualTo(31);
        assertThat(secondsUntilLongAgo(new LastArrival(true), 10)).isEqualTo(16);
    }

    /** @param arrivalAt when a message arrives, in seconds; 0: never */
    private int secondsUntilLongAgo(LastArrival arrivals, int arrivalAt) {
        arrivals.measurementBegins();
        int second = 0;
        while (!arrivals.isLongAgo()) {
            Counts counts = new Counts(0, 0, 0, ++second == arrivalAt ? 1 : 0, 0, 0);
            arrivals.note(Ticks.second(Phase.MEASUREMENT, second, counts), false, true);
        }
        return second;
    }
}

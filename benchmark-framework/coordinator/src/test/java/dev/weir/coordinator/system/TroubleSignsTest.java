package dev.weir.coordinator.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.Ticks;
import dev.weir.coordinator.system.BrokerWatch.TroubleSigns;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** A load of 5 messages a second, too few to tell from their number that some are missing. */
class TroubleSignsTest {
    private static final long SECOND = 1_000_000_000;
    private static final OptionalDouble TARGET = OptionalDouble.of(5);

    private final TroubleSigns signs = new TroubleSigns(10);

    @Test
    void aLoadWithoutErrorsIsNoTrouble() {
        signs.tick(second(10), TARGET, false);
        signs.tick(second(11), TARGET, false);

        assertThat(signs.isTrouble(12 * SECOND)).isFalse();
    }

    /** A connection that ended is noticed before messages are late. */
    @Test
    void anErrorOfAClientIsTroubleForSomeSeconds() {
        signs.tick(second(10), TARGET, false);
        signs.tick(second(11), TARGET, true);

        assertThat(signs.isTrouble(12 * SECOND)).isTrue();
        assertThat(signs.sinceNanos()).isEqualTo(11 * SECOND);
        signs.tick(second(12), TARGET, false);
        assertThat(signs.isTrouble(16 * SECOND)).isTrue();
        assertThat(signs.isTrouble(17 * SECOND)).isFalse();
    }

    @Test
    void aReadCountsAsAllMessagesOfItsRequest() {
        var reads = new LatencySet();
        reads.of(Latency.READ_SERVICE).values().record(1, 5);
        for (int at = 10; at < 13; at++) {
            Interval second = Ticks.interval(
                    Phase.MEASUREMENT, at * SECOND, (at + 1) * SECOND, new Counts(50, 50, 0, 0, 0, 0), reads);
            signs.tick(second, OptionalDouble.of(100), false);
        }

        assertThat(signs.isTrouble(13 * SECOND)).isFalse();
    }

    private static Interval second(int at) {
        return Ticks.second(Phase.MEASUREMENT, at, new Counts(5, 5, 0, 5, 0, 0));
    }
}

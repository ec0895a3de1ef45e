package dev.weir.feature.backlog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.system.LogWatch;
import dev.weir.driver.admin.LogRange;
import dev.weir.wire.message.Message.ConsumerPositions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LagMeterTest {
    private static final long SECOND = 1_000_000_000;

    private final LagMeter meter = new LagMeter(2);

    @Test
    void theLagIsTheDistanceOfPositionsFromTheEndsOfAllPartitions() {
        ends(SECOND, 100, 50);
        positions(0, Map.of(0, 90L, 1, 50L));
        positions(1, Map.of(0, 0L));
        positions(1, Map.of(1, 25L));

        assertThat(meter.lag(SECOND)).containsExactly(10L, 125L);
    }

    /** A load of 100 messages a second: half a second later 50 more have come than the last reading says. */
    @Test
    void interpolatesTheEndsAtTheTimeOfThePositions() {
        ends(SECOND, 100, 0);
        ends(2 * SECOND, 200, 0);
        positions(0, Map.of(0, 240L));

        assertThat(meter.lag(2 * SECOND + SECOND / 2).get(0)).isEqualTo(10);
        assertThat(meter.lag(SECOND).get(0)).isZero();
    }

    @Test
    void theLagIsUnknownWithoutEither() {
        assertThat(meter.isKnown(SECOND)).isFalse();
        ends(SECOND, 1, 1);
        assertThat(meter.isKnown(SECOND)).isFalse();
        positions(0, Map.of(0, 1L));
        assertThat(meter.isKnown(SECOND)).isTrue();
    }

    @Test
    void theLagIsUnknownLongAfterTheLastReading() {
        ends(SECOND, 1, 1);
        positions(0, Map.of(0, 1L));

        assertThat(meter.isKnown(6 * SECOND)).isTrue();
        assertThat(meter.isKnown(6 * SECOND + 1)).isFalse();
    }

    @Test
    void aRepeatedReadingIsIgnored() {
        ends(SECOND, 100, 0);
        ends(2 * SECOND, 200, 0);
        ends(2 * SECOND, 200, 0);
        positions(0, Map.of(0, 300L));

        assertThat(meter.lag(4 * SECOND).get(0)).isEqualTo(100);
    }

    private void ends(long atNanos, long first, long second) {
        meter.add(new LogWatch.Reading(
                atNanos, Map.of("topic", List.of(new LogRange(0, first), new LogRange(0, second))), Map.of()));
    }

    private void positions(int subscription, Map<Integer, Long> offsets) {
        meter.add(List.of(new ConsumerPositions("topic", subscription, offsets)));
    }
}

package dev.weir.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Against a system with a known capacity, which resolves in order, each message an undisturbed time after it was sent at least. */
class FlightWindowTest {
    private static final long MILLI = 1_000_000;
    private static final long STEP = 10_000;

    @Test
    void opensUntilTheSystemIsBusyAndFurtherWhenMessagesTakeLonger() {
        var system = new MadeUp(2, MILLI);

        assertThat(system.run(20_000 * MILLI)).isBetween(1.7, 2.01);
        // The pipeline holds 2,000, and opening goes beyond that.
        assertThat(system.window.kept()).isBetween(1_000L, 8_000L);

        system.undisturbedNanos = 10 * MILLI;
        system.run(20_000 * MILLI);

        assertThat(system.run(60_000 * MILLI)).isBetween(1.7, 2.01);
        assertThat(system.window.kept()).isBetween(16_000L, 80_000L);
    }

    @Test
    void opensFarForASystemThatIsFarAway() {
        var system = new MadeUp(1, 50 * MILLI);

        assertThat(system.run(60_000 * MILLI)).isBetween(0.85, 1.01);
        assertThat(system.window.kept()).isBetween(40_000L, 256_000L);
    }

    @Test
    void reservesMemoryForThePipeline() {
        assertThat(FlightWindow.leastMessages(768 << 10, 100)).isEqualTo(8192);
        assertThat(FlightWindow.leastMessages(768 << 10, 1024)).isEqualTo(8192);
        assertThat(FlightWindow.leastMessages(768 << 10, 1 << 20)).isEqualTo(8);
        assertThat(FlightWindow.leastMessages(64 << 20, 1024)).isEqualTo(65_536);
        assertThat(FlightWindow.leastMessages(1, 16 << 20)).isZero();
    }

    /** A system that becomes faster by itself makes fewer messages look as good as more. */
    @Test
    void neverFallsBelowItsFirstValue() {
        var system = new MadeUp(1, MILLI / 100);
        for (int i = 0; i < 20; i++) {
            system.run(1_000 * MILLI);
            assertThat(system.window.kept()).isGreaterThanOrEqualTo(1_000);
        }
    }

    @Test
    void beginsWithTheGivenValue() {
        var window = new FlightWindow(1_000, () -> 0, 0, nanos -> {});

        assertThat(window.isOpen(999)).isTrue();
        assertThat(window.isOpen(1_000)).isFalse();
    }

    private static final class MadeUp {
        private final long messagesPerMicro;
        private final FlightWindow window = new FlightWindow(1_000, this::resolved, 0, nanos -> {});
        private final long[] sentAt = new long[1 << 20];
        private long undisturbedNanos;
        private long now;
        private long sent;
        private long resolved;
        private long capacityUsedNanos;

        MadeUp(long messagesPerMicro, long undisturbedNanos) {
            this.messagesPerMicro = messagesPerMicro;
            this.undisturbedNanos = undisturbedNanos;
        }

        /** Returns messages resolved per microsecond, in the second half of the time. */
        double run(long nanos) {
            long end = now + nanos;
            long half = now + nanos / 2;
            long resolvedBefore = 0;
            while (now < end) {
                resolvedBefore = now < half ? resolved : resolvedBefore;
                sendAll();
                now += STEP;
                resolveAll();
            }
            return (resolved - resolvedBefore) * 1e3 / (nanos / 2.0);
        }

        private long resolved() {
            return resolved;
        }

        private void sendAll() {
            // A sender of five messages a microsecond.
            for (int i = 0; i < 5 * STEP / 1_000; i++) {
                if (!window.isOpen(sent)) {
                    window.await(sent, now);
                }
                if (!window.isOpen(sent)) {
                    return;
                }
                sentAt[(int) (sent++ & (sentAt.length - 1))] = now;
            }
        }

        private void resolveAll() {
            capacityUsedNanos = Math.max(capacityUsedNanos, now - STEP);
            while (resolved < sent && capacityUsedNanos < now) {
                long at = sentAt[(int) (resolved & (sentAt.length - 1))];
                if (now - at < undisturbedNanos) {
                    return;
                }
                capacityUsedNanos += 1_000 / messagesPerMicro;
                resolved++;
            }
        }
    }
}

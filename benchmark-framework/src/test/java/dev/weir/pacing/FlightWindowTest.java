package dev.weir.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Against a system with a known capacity, which resolves in order, each message an undisturbed time after it was sent at least. */
class FlightWindowTest {
    private static final long MILLI = 1_000_000;
    private static final long STEP = 10_000;

    @Test
    void opensUntilTheSystemIsBusyAndNoFurther() {
        var system = new MadeUp(2, MILLI);

        double rate = system.run(3_000 * MILLI);

        assertThat(rate).isBetween(1.9, 2.01);
        // The pipeline holds 2,000; one round's mean can be off by what a step of the simulation is.
        assertThat(system.window.limit()).isBetween(4_000L, 9_000L);
    }

    @Test
    void opensFarForASystemThatIsFarAway() {
        var system = new MadeUp(1, 50 * MILLI);

        assertThat(system.run(5_000 * MILLI)).isBetween(0.95, 1.01);
        assertThat(system.window.limit()).isBetween(100_000L, 220_000L);
    }

    @Test
    void staysOpenWhenTheSystemBecomesSlower() {
        var system = new MadeUp(2, MILLI);
        system.run(2_000 * MILLI);
        system.undisturbedNanos = 3 * MILLI;

        assertThat(system.run(3_000 * MILLI)).isGreaterThan(1.2);
        assertThat(system.run(6_000 * MILLI)).isBetween(1.9, 2.01);
    }

    @Test
    void beginsSmall() {
        var window = new FlightWindow(new MadeUp(1, MILLI), 0, nanos -> {});

        assertThat(window.isOpen(999)).isTrue();
        assertThat(window.isOpen(1_000)).isFalse();
    }

    private static final class MadeUp implements FlightWindow.Answers {
        private final long messagesPerMicro;
        private final FlightWindow window = new FlightWindow(this, 0, nanos -> {});
        private final long[] sentAt = new long[1 << 20];
        private long undisturbedNanos;
        private long now;
        private long sent;
        private long resolved;
        private long latencySum;
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
                latencySum += now - at;
                resolved++;
            }
        }

        @Override
        public long resolved() {
            return resolved;
        }

        @Override
        public long latencySumNanos() {
            return latencySum;
        }
    }
}

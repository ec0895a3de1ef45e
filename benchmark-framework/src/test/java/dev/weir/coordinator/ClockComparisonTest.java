package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.ClockOffset;
import dev.weir.wire.Link;
import dev.weir.wire.Message;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClockComparisonTest {
    private static final ClockOffset RIGHT = new ClockOffset(0, 20_000);
    private static final ClockOffset AHEAD = new ClockOffset(900_000, 20_000);
    private static final ClockOffset BEHIND = new ClockOffset(-900_000, 20_000);

    @Test
    void findsTheTwoThatAreFurthestApartThoughNeitherIsFarFromTheCoordinator() {
        assertThat(ClockComparison.apart(
                        List.of(worker(0, RIGHT, RIGHT), worker(1, AHEAD, AHEAD), worker(2, BEHIND, BEHIND))))
                .hasValueSatisfying(text -> assertThat(text).contains("worker-2 and worker-1", "1.800 ms apart"));
        assertThat(ClockComparison.apart(List.of(worker(0, RIGHT, RIGHT), worker(1, AHEAD, AHEAD))))
                .isEmpty();
    }

    @Test
    void noticesADriftAlthoughItWidensTheBound() {
        var later = new ClockOffset(5_000_000, 20_000);
        WorkerLink drifting = worker(1, RIGHT, later);

        assertThat(drifting.clockOffset()).isEqualTo(new ClockOffset(0, 5_020_000));
        assertThat(ClockComparison.apart(List.of(worker(0, RIGHT, RIGHT), drifting)))
                .hasValueSatisfying(text -> assertThat(text).contains("5.000 ms apart at the end"));
    }

    @Test
    void saysNothingOfClocksThatAreNotKnownOrOfOneAlone() {
        assertThat(ClockComparison.apart(
                        List.of(worker(0, RIGHT, RIGHT), worker(1, ClockOffset.UNKNOWN, ClockOffset.UNKNOWN))))
                .isEmpty();
    }

    private static WorkerLink worker(int number, ClockOffset atStart, ClockOffset now) {
        var worker = new WorkerLink(number, "worker-" + number);
        worker.connected(new KnownClock(atStart));
        worker.fixClock();
        worker.connected(new KnownClock(now));
        return worker;
    }

    /** A connection of which only the clock is known. */
    private record KnownClock(ClockOffset clockOffset) implements Link {
        @Override
        public void send(Message message) {}

        @Override
        public String peer() {
            return "peer";
        }

        @Override
        public void close() {}
    }
}

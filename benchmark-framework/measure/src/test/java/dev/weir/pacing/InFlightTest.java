package dev.weir.pacing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class InFlightTest {

    @Test
    void hasRoomBelowTheLimitOnly() {
        var inFlight = new InFlight(3);

        assertThat(inFlight.hasRoom(() -> 2)).isTrue();
        assertThat(inFlight.hasRoom(() -> 3)).isFalse();
    }

    /** Each message is answered by another thread; a lost wake-up would cost 10 ms each time, 100 s in all. */
    @Test
    void continuesWithEachAnswerAndNeverBeyondTheLimit() throws InterruptedException {
        int messages = 10_000;
        var inFlight = new InFlight(4);
        var sent = new AtomicLong();
        var resolved = new AtomicLong();
        var most = new AtomicInteger();
        var answering = new Thread(
                () -> {
                    while (resolved.get() < messages) {
                        if (sent.get() > resolved.get()) {
                            most.accumulateAndGet((int) (sent.get() - resolved.get()), Math::max);
                            resolved.incrementAndGet();
                            inFlight.resolved();
                        } else {
                            Thread.onSpinWait();
                        }
                    }
                },
                "answering");
        answering.start();
        while (sent.get() < messages) {
            if (inFlight.hasRoom(() -> sent.get() - resolved.get())) {
                sent.incrementAndGet();
            }
        }
        answering.join(30_000);

        assertThat(resolved).hasValue(messages);
        assertThat(most.get()).isBetween(1, 4);
    }

    @Test
    void refusesALoopWithoutTransactions() {
        assertThatThrownBy(() -> new InFlight(0)).hasMessage("limit must be at least 1, got 0");
    }
}

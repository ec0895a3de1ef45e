package dev.weir.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DeadlineTest {
    private final ManualClock clock = new ManualClock(1_700_000_000_000_000_000L);

    @Test
    void isOverWhenItsTimeHasCome() {
        Deadline deadline = Deadline.after(clock, Duration.ofSeconds(2));

        assertThat(deadline.remainingNanos()).isEqualTo(2_000_000_000L);
        clock.advance(Duration.ofNanos(1_999_999_999));
        assertThat(deadline.remainingNanos()).isEqualTo(1);
        assertThat(deadline.isOver()).isFalse();
        clock.advance(Duration.ofNanos(1));
        assertThat(deadline.isOver()).isTrue();
        clock.advance(Duration.ofNanos(5));
        assertThat(deadline.remainingNanos()).isZero();
        assertThat(deadline.isOver()).isTrue();
    }

    @Test
    void neverComesAtTheEndOfTime() {
        assertThat(Deadline.at(clock, Long.MAX_VALUE).isOver()).isFalse();
    }
}

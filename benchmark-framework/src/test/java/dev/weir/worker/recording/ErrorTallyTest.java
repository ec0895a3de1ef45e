package dev.weir.worker.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.wire.message.ErrorCount;
import org.junit.jupiter.api.Test;

class ErrorTallyTest {
    private final ErrorTally tally = new ErrorTally();

    @Test
    void countsByKindAndKeepsTheFirstAsAnExample() {
        tally.add(new IllegalStateException("first"));
        tally.add(new IllegalStateException("second"));
        tally.add(new ArithmeticException());

        assertThat(tally.take())
                .containsExactly(
                        new ErrorCount("ArithmeticException", "null", 1),
                        new ErrorCount("IllegalStateException", "first", 2));
        assertThat(tally.take()).isEmpty();
    }

    @Test
    void keepsNoMoreThanTheBeginningOfALongMessage() {
        tally.add(new IllegalStateException("x".repeat(5000)));

        assertThat(tally.take().get(0).example()).isEqualTo("x".repeat(300) + "...");
    }
}

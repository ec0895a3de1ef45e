package dev.weir.worker.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.exception.FailureText;
import dev.weir.wire.message.Message.ErrorCount;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ErrorTallyTest {
    private final ErrorTally tally = new ErrorTally(error -> Optional.empty());

    @Test
    void countsByKindAndKeepsTheFirstAsAnExample() {
        tally.add(new IllegalStateException("first"));
        tally.add(new IllegalStateException("second"));
        tally.add(new ArithmeticException());

        assertThat(tally.take())
                .containsExactly(
                        new ErrorCount("ArithmeticException", "without a message", 1),
                        new ErrorCount("IllegalStateException", "first", 2));
        assertThat(tally.take()).isEmpty();
    }

    @Test
    void namesThePermanentCauseOfAWrapper() {
        var permanent = new ErrorTally(
                error -> FailureText.chain(error).stream().anyMatch(ArithmeticException.class::isInstance)
                        ? Optional.of("divide by another number")
                        : Optional.empty());
        permanent.add(new IllegalStateException("passes"));
        assertThat(permanent.permanent()).isEmpty();

        permanent.add(new IllegalStateException("in an error state", new ArithmeticException("by zero.")));
        permanent.add(new ArithmeticException("later"));

        assertThat(permanent.permanent())
                .hasValue("IllegalStateException: in an error state; caused by ArithmeticException: by zero;"
                        + " divide by another number");
        assertThat(permanent.take())
                .containsExactly(
                        new ErrorCount(
                                "ArithmeticException",
                                "IllegalStateException: in an error state; caused by ArithmeticException: by zero",
                                2),
                        new ErrorCount("IllegalStateException", "passes", 1));
    }

    @Test
    void keepsNoMoreThanTheBeginningOfALongMessage() {
        tally.add(new IllegalStateException("x".repeat(5000)));

        assertThat(tally.take().get(0).example()).isEqualTo("x".repeat(300) + "...");
    }
}

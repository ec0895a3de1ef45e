package dev.weir.worker;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.clock.Deadline;
import dev.weir.clock.SystemClock;
import dev.weir.driver.exception.DriverException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ParallelStepsTest {
    /** A worker logs a {@link DriverException} in one line, and other failures with a stack trace. */
    @Test
    void aClientThatBlocksIsNoFaultOfThisProgram() {
        var never = new CountDownLatch(1);
        List<Callable<Boolean>> steps = List.of(() -> true, () -> {
            never.await();
            return true;
        });
        Deadline deadline = Deadline.after(SystemClock.INSTANCE, Duration.ofMillis(50));

        assertThatThrownBy(() -> ParallelSteps.run("close producers", steps, deadline))
                .isInstanceOf(DriverException.class)
                .hasMessage("could not close producers in time: the clients block");
    }
}

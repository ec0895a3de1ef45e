package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.InvocationInterceptor.Invocation;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DisturbedRunsTest {
    /** A test that fails a number of times, and each of whose runs has one reason. */
    private static final class Judged implements ReflectiveInvocationContext<Method>, Invocation<Void> {
        private final ReasonCode reason;
        private final int failures;
        private int calls;

        Judged(ReasonCode reason, int failures) {
            this.reason = reason;
            this.failures = failures;
        }

        void test() {
            DisturbedRuns.add(List.of(Reason.of(reason, Severity.NOTE, "one")));
            if (++calls <= failures) {
                throw new AssertionError("call " + calls);
            }
        }

        @Override
        public Void proceed() {
            test();
            return null;
        }

        @Override
        public Class<?> getTargetClass() {
            return Judged.class;
        }

        @Override
        public Optional<Object> getTarget() {
            return Optional.of(this);
        }

        @Override
        public Method getExecutable() {
            try {
                return Judged.class.getDeclaredMethod("test");
            } catch (NoSuchMethodException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public List<Object> getArguments() {
            return List.of();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "FEW_SAMPLES, 1, 1, false",
        "FEW_SAMPLES, 0, 1, true",
        "ORDERS_LATE, 2, 3, true",
        "ORDERS_LATE, 9, 8, false",
        "CPU_SATURATED, 2, 3, true",
        "CPU_SATURATED, 3, 3, false",
    })
    void callsAgainOnlyWhatFailedAndWasDisturbed(ReasonCode reason, int failures, int calls, boolean passes) {
        var judged = new Judged(reason, failures);

        Throwable failure = catchThrowable(() -> DisturbedRuns.intercept(judged, judged));

        assertThat(judged.calls).isEqualTo(calls);
        assertThat(failure == null).isEqualTo(passes);
        if (!passes) {
            assertThat(failure).hasMessage("call " + calls);
        }
    }
}

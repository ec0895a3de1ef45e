package dev.weir.coordinator;

import dev.weir.clock.Deadline;
import dev.weir.clock.SystemClock;
import dev.weir.result.RunResult;
import dev.weir.result.code.Code;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls a test method again if it failed and one of its runs reports that the host disturbed it: at most seven times if a
 * process stood still or orders came late, which changes counts, and at most twice if the host only had no processor time
 * left. A test that fails on an undisturbed run fails at once. JUnit finds this class by its service file.
 */
public final class DisturbedRuns implements InvocationInterceptor {
    private static final Logger LOG = LoggerFactory.getLogger(DisturbedRuns.class);
    private static final int MAX_CALLS = 8;
    private static final int MAX_CALLS_IF_BUSY = 3;
    /** No call begins later than this after the first one, so that the time limit of a test suffices. */
    private static final Duration MAX_TIME = Duration.ofSeconds(150);

    private static final Map<Code, Integer> CALLS = Map.of(
            ReasonCode.PROCESS_STOOD_STILL, MAX_CALLS,
            ReasonCode.ORDERS_LATE, MAX_CALLS,
            ReasonCode.CPU_SATURATED, MAX_CALLS_IF_BUSY);
    private static final ThreadLocal<List<RunResult>> RUNS = ThreadLocal.withInitial(ArrayList::new);

    /** Adds a run of the test that this thread carries out. */
    static void add(RunResult result) {
        RUNS.get().add(result);
    }

    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext test)
            throws Throwable {
        intercept(invocation, method);
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext test)
            throws Throwable {
        intercept(invocation, method);
    }

    private static void intercept(Invocation<Void> invocation, ReflectiveInvocationContext<Method> method)
            throws Throwable {
        Deadline deadline = Deadline.after(SystemClock.INSTANCE, MAX_TIME);
        AssertionError failure;
        RUNS.remove();
        try {
            invocation.proceed();
            return;
        } catch (AssertionError e) {
            failure = e;
        }
        for (int call = 2; call <= maxCalls(method, failure) && !deadline.isOver(); call++) {
            RUNS.remove();
            try {
                method.getExecutable()
                        .invoke(
                                method.getTarget().orElseThrow(),
                                method.getArguments().toArray());
                return;
            } catch (InvocationTargetException e) {
                if (!(e.getCause() instanceof AssertionError again)) {
                    failure.addSuppressed(e.getCause());
                    throw failure;
                }
                failure = again;
            }
        }
        throw failure;
    }

    /** Returns how often a test may be called whose last call failed; logs what disturbed it. */
    private static int maxCalls(ReflectiveInvocationContext<Method> method, AssertionError failure) {
        List<Reason> disturbances = RUNS.get().stream()
                .flatMap(run -> run.reasons().stream())
                .filter(reason -> CALLS.containsKey(reason.code()))
                .toList();
        if (!disturbances.isEmpty()) {
            LOG.warn("{} failed, but was disturbed by {}", method.getExecutable(), disturbances, failure);
        }
        return disturbances.stream()
                .mapToInt(reason -> CALLS.getOrDefault(reason.code(), 1))
                .max()
                .orElse(1);
    }
}

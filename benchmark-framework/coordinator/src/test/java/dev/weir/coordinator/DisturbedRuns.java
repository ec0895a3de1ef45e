package dev.weir.coordinator;

import dev.weir.clock.Deadline;
import dev.weir.clock.SystemClock;
import dev.weir.result.code.Code;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.ReflectionSupport;
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
    private static final ThreadLocal<Set<Code>> CODES = ThreadLocal.withInitial(HashSet::new);

    /** Adds the reasons of a run of the test that this thread carries out. */
    static void add(Collection<Reason> reasons) {
        reasons.forEach(reason -> CODES.get().add(reason.code()));
    }

    /** Adds the reasons that a command has printed in such a test. */
    public static void add(String printed) {
        CALLS.keySet().stream().filter(code -> printed.contains(code.name())).forEach(CODES.get()::add);
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

    static void intercept(Invocation<Void> invocation, ReflectiveInvocationContext<Method> method) throws Throwable {
        Deadline deadline = Deadline.after(SystemClock.INSTANCE, MAX_TIME);
        AssertionError failure;
        CODES.remove();
        try {
            invocation.proceed();
            return;
        } catch (AssertionError e) {
            failure = e;
        }
        for (int call = 2; call <= maxCalls(method, failure) && !deadline.isOver(); call++) {
            CODES.remove();
            try {
                ReflectionSupport.invokeMethod(
                        method.getExecutable(),
                        method.getTarget().orElseThrow(),
                        method.getArguments().toArray());
                return;
            } catch (AssertionError e) {
                failure = e;
            } catch (Exception e) {
                // Perhaps it cannot be called twice.
                failure.addSuppressed(e);
                throw failure;
            }
        }
        throw failure;
    }

    /** Returns how often a test may be called whose last call failed; logs what disturbed it. */
    private static int maxCalls(ReflectiveInvocationContext<Method> method, AssertionError failure) {
        int calls = CODES.get().stream()
                .mapToInt(code -> CALLS.getOrDefault(code, 1))
                .max()
                .orElse(1);
        if (calls > 1) {
            LOG.warn("{} failed, but was disturbed: {}", method.getExecutable(), CODES.get(), failure);
        }
        return calls;
    }
}

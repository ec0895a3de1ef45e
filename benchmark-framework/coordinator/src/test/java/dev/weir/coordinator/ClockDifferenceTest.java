package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.Clock;
import dev.weir.clock.SystemClock;
import dev.weir.driver.loading.Drivers;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.result.RunResult;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.document.Clocks;
import dev.weir.result.document.Clocks.ClockMode;
import dev.weir.result.document.Clocks.WorkerClock;
import dev.weir.workload.Workloads;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Workers whose clocks are known, on a host whose clock is one. */
@Order(1)
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class ClockDifferenceTest extends WholeRuns {
    private static final Clock RIGHT = SystemClock.INSTANCE;
    private static final Workloads WORKLOAD =
            Workloads.small().durations(Duration.ofMillis(600), Duration.ofSeconds(3));

    @Test
    void isTakenOffEveryEndToEndTimeThoughClocksAreSecondsApartAndDrift() {
        long begin = RIGHT.epochNanos();
        Clock ahead = drifting(begin, 2_000_000_000, 400e-6);
        Clock behind = drifting(begin, -7_000_000_000L, -300e-6);

        RunResult result;
        try (var cluster = new MiniCluster(folder, Drivers.onClassPath(), List.of(RIGHT, ahead, behind))) {
            result = cluster.runUndisturbed(WORKLOAD.build(), MiniCluster.none(Map.of()));
        }

        assertThat(result.failure()).isEmpty();
        assertThat(clock(result).mode()).isEqualTo(ClockMode.CORRECTED.key());
        assertThat(clock(result).why()).startsWith("the clock of worker worker-1 was ");
        assertThat(clock(result).steps()).isEmpty();
        assertWithinBound(clock(result).workers().get(1), 400);
        assertWithinBound(clock(result).workers().get(2), -300);
        long bound = clock(result).boundNanos();
        assertThat(bound).isPositive();
        assertRightWithin(bound, result);
        assertThat(result.reasons())
                .extracting(Reason::text)
                .noneMatch(text -> text.contains(" seem to have arrived before "))
                .noneMatch(text -> text.startsWith("the wall clock of "))
                .noneMatch(text -> text.contains(" messages were due, but "));
        assertThat(result.audit().verdict()).isEqualTo("clean");
        // Taken as they stand, the differences would make it nine seconds more.
        assertThat(result.throughput().seconds()).isBetween(2.0, 4.5);
        assertThat(result.throughput().achievedMessagesPerSecond()).isBetween(700.0, 1500.0);
        assertThat(result.intervals().subList(1, result.intervals().size()))
                .allSatisfy(interval -> assertThat(interval.seconds()).isLessThan(2));
    }

    @Test
    void isTakenOffAlsoWhereClocksAgreeAtTheStartAndDriftApartLater() {
        var drifts = new AtomicLong(Long.MAX_VALUE);
        Clock later = () -> {
            long now = RIGHT.epochNanos();
            return now + Math.round(Math.max(0, now - drifts.get()) * 400e-6);
        };
        RunResult result = run(
                later,
                Workloads.small().durations(Duration.ofMillis(600), Duration.ofSeconds(20)),
                (coordinator, tick) -> drifts.compareAndSet(Long.MAX_VALUE, RIGHT.epochNanos()));

        assertThat(clock(result).mode()).isEqualTo(ClockMode.CORRECTED.key());
        assertThat(clock(result).why())
                .startsWith("the clocks agreed when the load began; corrected since ")
                .contains("the clock of worker worker-1 was ");
        // They are some 8 ms apart at the end; the bound is what the estimates lagged behind.
        assertThat(clock(result).boundNanos()).isLessThan(4_000_000);
        LatencySamples samples = result.measured().of(Latency.END_TO_END_SERVICE);
        assertThat(-samples.minNanos()).isLessThanOrEqualTo(clock(result).boundNanos() * 501 / 500);
    }

    @Test
    void aStepOfTheWallClockIsReportedAndChangesNoTime() {
        var wallAhead = new AtomicLong();
        Clock set = new Clock() {
            @Override
            public long epochNanos() {
                return RIGHT.epochNanos();
            }

            @Override
            public long wallNanos() {
                return RIGHT.epochNanos() + wallAhead.get();
            }
        };
        RunResult result = run(set, WORKLOAD, (coordinator, tick) -> wallAhead.set(-50_000_000));

        // Clocks that agree are used as they are.
        assertThat(clock(result).mode()).isEqualTo(ClockMode.SYSTEM.key());
        assertThat(clock(result).why()).contains("agree");
        assertThat(clock(result).boundNanos()).isPositive();
        assertThat(clock(result).steps()).singleElement().satisfies(step -> {
            assertThat(step.process()).isEqualTo("worker-1");
            assertThat(step.byNanos()).isBetween(-51_000_000L, -49_000_000L);
            assertThat(step.at().epochNanos()).isBetween(result.run().beginNanos(), result.endNanos());
        });
        assertThat(result.reasons())
                .filteredOn(reason -> reason.code() == ReasonCode.CLOCKS_INEXACT)
                .extracting(Reason::text)
                .anyMatch(text -> text.startsWith("the wall clock of worker-1 was set "));
        assertRightWithin(clock(result).boundNanos(), result);
    }

    /** Makes a run of a worker whose clock is right and one with another clock. */
    private RunResult run(Clock other, Workloads workload, MiniCluster.Reaction reaction) {
        try (var cluster = new MiniCluster(folder, Drivers.onClassPath(), List.of(RIGHT, other))) {
            return cluster.run(workload.build(), MiniCluster.none(Map.of()), reaction);
        }
    }

    private static Clocks clock(RunResult result) {
        return result.weir().checks().clock().orElseThrow();
    }

    private static Clock drifting(long begin, long aheadNanos, double drift) {
        return () -> {
            long now = RIGHT.epochNanos();
            return now + aheadNanos + Math.round((now - begin) * drift);
        };
    }

    private static void assertWithinBound(WorkerClock clock, double driftPpm) {
        assertThat(clock.driftPpm()).isBetween(driftPpm - clock.driftBoundPpm(), driftPpm + clock.driftBoundPpm());
    }

    /** No message arrives before it was sent; and that all take longer than this is far from true on any host. */
    private static void assertRightWithin(long boundNanos, RunResult result) {
        for (Latency latency : List.of(Latency.END_TO_END_RESPONSE, Latency.END_TO_END_SERVICE)) {
            LatencySamples samples = result.measured().of(latency);
            // Each clock drifts by a millisecond in that time, and by so much its load ends sooner or later.
            assertThat(samples.count()).isBetween(2980L, 3020L);
            assertThat(-samples.minNanos()).isLessThanOrEqualTo(boundNanos + boundNanos / 500);
            assertThat(samples.minNanos()).isLessThan(boundNanos + 50_000_000);
        }
    }
}

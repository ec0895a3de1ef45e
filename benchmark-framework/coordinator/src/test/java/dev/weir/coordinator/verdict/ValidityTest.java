package dev.weir.coordinator.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.weir.coordinator.Ticks;
import dev.weir.coordinator.workers.InstrumentObservations;
import dev.weir.coordinator.workers.RunObserver.TakenSnapshot;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.driver.config.DriverConfig;
import dev.weir.host.facts.Calibration;
import dev.weir.host.observation.ControlGroupUse;
import dev.weir.host.observation.CpuUse;
import dev.weir.host.observation.NetworkUse;
import dev.weir.host.observation.NetworkUse.LinkUse;
import dev.weir.host.observation.Observation;
import dev.weir.host.observation.Pause;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import dev.weir.measure.Snapshot;
import dev.weir.plan.RunPlan;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.result.interval.Phase;
import dev.weir.result.run.HarnessResult;
import dev.weir.result.value.Moment;
import dev.weir.wire.message.Throttling;
import dev.weir.workload.Topology;
import dev.weir.workload.Workloads;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** A minute of one worker, a snapshot each second, as a test makes it up: each code where it belongs, and not elsewhere. */
class ValidityTest {
    private static final long START = 1_700_000_000_000_000_000L;
    private static final long SECOND = 1_000_000_000L;
    private static final long MILLI = 1_000_000;
    private static final int SECONDS = 60;
    private static final List<WorkerLink> WORKERS =
            List.of(new WorkerLink(0, "worker-0"), new WorkerLink(1, "worker-1"));
    private static final CpuUse QUIET = new CpuUse(0.3, 0, 1, 0.4);

    private InstrumentObservations watch = watch(1);
    private final LatencySet measured = new LatencySet();
    private Optional<Calibration> calibration = Optional.empty();

    /** Makes up a second's observation. */
    private interface Second {
        Observation of(int second);
    }

    private static InstrumentObservations watch(int workers) {
        return new InstrumentObservations(
                RunPlan.of(Workloads.small().build(), DriverConfig.of("none"), "r", workers, Topology.SWARM)
                        .assignments());
    }

    @Test
    void aQuietMinuteHasNoReason() {
        latencies(3 * MILLI, 4 * MILLI);

        assertThat(reasons(second -> observation(List.of(), List.of()))).isEmpty();
    }

    @Test
    void aPauseThatExplainsTheTailDegradesTheRun() {
        latencies(MILLI, 3 * MILLI);
        heldUp(83, 50);

        List<Reason> reasons = reasons(second -> observation(List.of(), second == 20 ? pause(second, 50) : List.of()));

        assertThat(reasons).extracting(Reason::code).containsExactly(ReasonCode.WORKER_PAUSED);
        Reason reason = reasons.get(0);
        assertThat(reason.severity()).isEqualTo(Severity.DEGRADED);
        assertThat(reason.text())
                .startsWith("garbage collection stopped worker-0 once for 50.0 ms in total, the longest time at ")
                .endsWith("for 50.0 ms: this explains p99.9, p99.99 and max of publishResponse and endToEndResponse");
        assertThat(reason.begin()).hasValue(new Moment(START + 20 * SECOND));
        assertThat(reason.end()).hasValue(new Moment(START + 20 * SECOND + 50 * MILLI));
        assertThat(reason.figures()).containsEntry("longestNanos", 50_000_000L).containsEntry("count", 1L);
    }

    @Test
    void aPauseThatIsShortComparedWithTheLatenciesIsNoReason() {
        latencies(SECOND, 2 * SECOND);

        assertThat(reasons(second -> observation(List.of(), pause(second, 5)))).isEmpty();
    }

    @Test
    void aPauseThatMadeTheMaximumOnlyIsANote() {
        latencies(10 * MILLI, 40 * MILLI);

        List<Reason> reasons = reasons(second -> observation(List.of(), second == 20 ? pause(second, 30) : List.of()));

        assertOnly(ReasonCode.WORKER_PAUSED, Severity.NOTE, reasons);
        assertThat(reasons.get(0).text()).startsWith("garbage collection stopped ");
        assertThat(reasons.get(0).text()).endsWith("this explains max of publishResponse and endToEndResponse");
    }

    @Test
    void whatHappensInTheWarmUpMarksNoRun() {
        latencies(MILLI, 3 * MILLI);
        for (int second = -10; second < 0; second++) {
            take(second, Phase.WARM_UP, observation(pause(second, 500), pause(second, 500)), new LatencySamples());
        }

        assertThat(reasons(second -> observation(List.of(), List.of()))).isEmpty();
    }

    @Test
    void hiccupsThatNoCollectionExplainsAreTheHosts() {
        latencies(MILLI, 3 * MILLI);
        heldUp(800, 40);

        List<Reason> reasons =
                reasons(second -> observation(second % 5 == 0 ? pause(second, 40) : List.of(), List.of()));

        assertOnly(ReasonCode.WORKER_PAUSED, Severity.DEGRADED, reasons);
        assertThat(reasons.get(0).text()).startsWith("an idle thread of ");
    }

    @Test
    void aCollectionIsNotReportedAgainAsAHiccup() {
        latencies(MILLI, 3 * MILLI);

        assertThat(reasons(second -> observation(
                        second == 20 ? pause(second, 50) : List.of(), second == 20 ? pause(second, 50) : List.of())))
                .singleElement()
                .satisfies(reason -> assertThat(reason.text()).startsWith("garbage collection stopped "));
    }

    @Test
    void longCollectionsAreReported() {
        latencies(SECOND, 2 * SECOND);

        assertThat(reasons(second -> observation(List.of(), pause(second, 60))))
                .satisfiesExactly(reason -> assertThat(reason.text()).startsWith("garbage collection stopped "))
                .extracting(Reason::code, Reason::severity)
                .containsExactly(tuple(ReasonCode.WORKER_PAUSED, Severity.NOTE));
    }

    /** One worker pauses once for 50 ms, the other ten times for 30 ms: only the first can explain a message of 40 ms. */
    @Test
    void theWorkerThatPausedMostIsNamedAndTheLongestPauseOfAllExplainsTheMaximum() {
        watch = watch(2);
        latencies(MILLI, 40 * MILLI);
        for (int second = 0; second < SECONDS; second++) {
            List<Pause> once = second == 7 ? pause(second, 50) : List.of();
            List<Pause> often = second < 10 ? pause(second, 30) : List.of();
            take(WORKERS.get(0), second, Phase.MEASUREMENT, observation(List.of(), once), new LatencySamples());
            take(WORKERS.get(1), second, Phase.MEASUREMENT, observation(List.of(), often), new LatencySamples());
        }

        assertThat(Validity.of(watch, watch.results(WORKERS), measured, List.of()))
                .singleElement()
                .satisfies(reason -> assertThat(reason.text())
                        .startsWith("garbage collection stopped worker-1 10 times for 300 ms in total")
                        .contains("(the longest time of all workers was 50.0 ms)", "max of"));
    }

    @Test
    void sendsThatAreLateByThemselvesAreReported() {
        latencies(MILLI, 3 * MILLI);
        var late = new LatencySamples();
        late.values().record(20 * MILLI, 500);
        samples(500, 21 * MILLI, 21 * MILLI);
        take(0, Phase.MEASUREMENT, Observation.NONE, late);

        List<Reason> reasons = reasons(second -> observation(List.of(), List.of()));

        assertOnly(ReasonCode.SENDS_LATE, Severity.DEGRADED, reasons);
        assertThat(reasons.get(0).figures()).containsEntry("lateMessages", 500L).containsEntry("lateShare", 0.005);
        assertThat(reasons.get(0).begin()).hasValue(new Moment(START));
        assertThat(reasons.get(0).end()).hasValue(new Moment(START + SECOND));
    }

    /** Four hiccups of 20 ms lift some 50 of 100,000 messages: a p99.9 of 27 ms with 400 messages beyond 20 ms stays. */
    @Test
    void hiccupsThatAreFewInALongTailOfTheSystemsAreANote() {
        samples(99_000, MILLI, MILLI);
        measured.of(Latency.SEND_DELAY).values().record(1_000, 100_000);
        heldUp(1_000, 30);

        List<Reason> reasons =
                reasons(second -> observation(second % 15 == 0 ? pause(second, 20) : List.of(), List.of()));

        assertOnly(ReasonCode.WORKER_PAUSED, Severity.NOTE, reasons);
        assertThat(reasons.get(0).text()).startsWith("an idle thread of ");
        assertThat(reasons.get(0).text()).endsWith("this explains max of publishResponse and endToEndResponse");
    }

    /** Of 200 messages beyond 7.5 ms a collection held up 60, and hiccups 67: only without both the p99.9 is below that. */
    @Test
    void standstillsOfSeveralKindsAreJudgedTogether() {
        samples(99_800, MILLI, MILLI);
        samples(200, 10 * MILLI, 10 * MILLI);
        measured.of(Latency.SEND_DELAY).values().record(1_000, 100_000);

        List<Reason> reasons = reasons(second -> observation(
                second % 15 == 0 ? pause(second, 9) : List.of(),
                second == 20 ? List.of(new Pause(START + 20 * SECOND, 43_500_000)) : List.of()));

        assertThat(reasons)
                .satisfiesExactly(
                        gc -> assertThat(gc.text()).startsWith("garbage collection stopped "),
                        hiccups -> assertThat(hiccups.text()).startsWith("an idle thread of "),
                        together -> assertThat(together.text()).startsWith("late sends ("))
                .extracting(Reason::code, Reason::severity)
                .containsExactly(
                        tuple(ReasonCode.WORKER_PAUSED, Severity.NOTE),
                        tuple(ReasonCode.WORKER_PAUSED, Severity.NOTE),
                        tuple(ReasonCode.WORKER_PAUSED, Severity.DEGRADED));
        assertThat(reasons.get(2).text()).endsWith("this explains p99.9 of publishResponse and endToEndResponse");
    }

    @Test
    void fullCoresAreReportedWithTheirWorstTime() {
        latencies(MILLI, 3 * MILLI);
        var full = new CpuUse(0.97, 0.01, 0, 1);

        List<Reason> reasons = reasons(second -> host(second >= 30 && second < 50 ? full : QUIET, NetworkUse.NONE));

        assertOnly(ReasonCode.HOST_SATURATED, Severity.DEGRADED, reasons);
        assertThat(reasons.get(0).begin()).hasValue(new Moment(START + 30 * SECOND));
        assertThat(reasons.get(0).end()).hasValue(new Moment(START + 50 * SECOND));
        assertThat(reasons.get(0).figures()).containsEntry("allCoresFullSeconds", 20L);
    }

    @Test
    void aMomentOfFullCoresIsNoReason() {
        latencies(MILLI, 3 * MILLI);
        var full = new CpuUse(1, 0, 0, 1);

        assertThat(reasons(second -> host(second == 30 ? full : QUIET, NetworkUse.NONE)))
                .isEmpty();
    }

    @Test
    void oneFullCoreAmongIdleOnesIsANote() {
        latencies(MILLI, 3 * MILLI);

        List<Reason> reasons = reasons(second -> host(new CpuUse(0.15, 0, 5, 0.99), NetworkUse.NONE));

        assertOnly(ReasonCode.HOST_SATURATED, Severity.NOTE, reasons);
        assertThat(reasons.get(0).text()).startsWith("a core of ");
        assertThat(reasons.get(0).text()).contains("core 5");
    }

    @Test
    void stolenTimeIsReported() {
        latencies(MILLI, 3 * MILLI);

        List<Reason> reasons = reasons(second -> host(new CpuUse(0.3, 0.06, 0, 0.5), NetworkUse.NONE));

        assertOnly(ReasonCode.WORKER_PAUSED, Severity.DEGRADED, reasons);
        assertThat(reasons.get(0).text()).contains(" went to others on its host");
    }

    @Test
    void aThrottledControlGroupIsReportedWithItsPeriods() {
        latencies(MILLI, 3 * MILLI);

        List<Reason> reasons = reasons(second -> quota(0.6, second == 7 ? 3 : 0, second == 7 ? 30 * MILLI : 0));

        assertOnly(ReasonCode.HOST_SATURATED, Severity.NOTE, reasons);
        assertThat(reasons.get(0).text())
                .isEqualTo("the kernel throttled the control group (pod or container) of worker-0, which has 1.5 CPUs,"
                        + " in 3 of 600 periods: for 30.0 ms in total over its cores, and for up to 30.0 ms between two"
                        + " snapshots");
        assertThat(reasons.get(0).begin()).hasValue(new Moment(START + 7 * SECOND));
        assertThat(reasons.get(0).figures())
                .containsEntry("throttledPeriods", 3L)
                .containsEntry("periods", 600L);
    }

    @Test
    void throttlingForAHundredthOfTheTimeDegradesTheRun() {
        latencies(MILLI, 3 * MILLI);

        assertOnly(ReasonCode.HOST_SATURATED, Severity.DEGRADED, reasons(second -> quota(0.6, 1, 10 * MILLI)));
    }

    @Test
    void aWorkerWithAQuotaIsJudgedByItsShareOfIt() {
        latencies(MILLI, 3 * MILLI);

        List<Reason> reasons = reasons(second -> quota(second < 20 ? 0.97 : 0.57, 0, 0));

        assertOnly(ReasonCode.HOST_SATURATED, Severity.DEGRADED, reasons);
        assertThat(reasons.get(0).text())
                .isEqualTo("the control group (pod or container) of worker-0 has 1.5 CPUs and had no CPU time left for"
                        + " 20 of 60 s (70 % used on average): threads waited for CPU time, which counts as latency");
        assertThat(reasons.get(0).figures()).containsEntry("quotaCores", 1.5).containsEntry("quotaFullSeconds", 20L);
    }

    /** The host's full core, and its idle ones, belong to other pods. */
    @Test
    void aCoreOfAHostThatAWorkerSharesIsNotReported() {
        latencies(MILLI, 3 * MILLI);
        var use = new ControlGroupUse.Cpu(1.5, OptionalDouble.of(0.4), 10, 0, 0);

        assertThat(reasons(second -> group(new CpuUse(0.15, 0, 5, 0.99), Optional.of(use), Optional.empty())))
                .isEmpty();
    }

    @Test
    void aQuotaWhoseUseIsUnknownHasNoReason() {
        latencies(MILLI, 3 * MILLI);
        var use = new ControlGroupUse.Cpu(1.5, OptionalDouble.empty(), 0, 0, 0);

        assertThat(reasons(second -> group(QUIET, Optional.of(use), Optional.empty())))
                .isEmpty();
    }

    @Test
    void aWorkerNearItsMemoryLimitIsReported() {
        latencies(MILLI, 3 * MILLI);

        assertThat(reasons(second -> memory(890, 5, 0))).isEmpty();
        assertOnly(ReasonCode.MEMORY_NEAR_LIMIT, Severity.NOTE, reasons(second -> memory(950, 0, 0)));
        List<Reason> reasons = reasons(second -> memory(950, second == 3 ? 2 : 0, second == 3 ? 1 : 0));
        assertThat(reasons).extracting(Reason::severity).containsExactly(Severity.DEGRADED);
        assertThat(reasons.get(0).text())
                .isEqualTo("the control group (pod or container) of worker-0 used up to 950 of its 1,000 MiB of memory,"
                        + " was at its limit 2 times, and the kernel killed 1 process of it");
    }

    @Test
    void aFullLinkAndALossyNetworkAreReported() {
        latencies(MILLI, 3 * MILLI);
        var use = new NetworkUse(
                List.of(
                        new LinkUse("eth0", 100, 950, 1, OptionalLong.of(1_000)),
                        new LinkUse("eth1", 1L << 40, 1L << 40, 0, OptionalLong.empty())),
                1_000,
                20,
                0);

        assertThat(reasons(second -> host(QUIET, use)))
                .extracting(Reason::code)
                .containsExactly(ReasonCode.HOST_SATURATED, ReasonCode.NETWORK_ERRORS, ReasonCode.NETWORK_ERRORS);
    }

    @Test
    void packetsThatTheCloudQueuedAreReportedAlthoughTheyArriveLate() {
        latencies(MILLI, 3 * MILLI);
        take(
                SECONDS,
                Phase.SETTLE,
                new Observation(0, List.of(), List.of(), 0, Optional.empty(), ControlGroupUse.NONE, NetworkUse.NONE, 9),
                new LatencySamples());

        assertThat(reasons(second -> host(QUIET, NetworkUse.NONE)))
                .extracting(Reason::code)
                .containsExactly(ReasonCode.HOST_SATURATED);
    }

    @Test
    void tooFewSamplesForTheQuantilesAreReported() {
        samples(900, MILLI, MILLI);
        assertThat(reasons(second -> Observation.NONE))
                .extracting(Reason::code, Reason::severity)
                .contains(tuple(ReasonCode.FEW_SAMPLES, Severity.DEGRADED));
        samples(5_000, MILLI, MILLI);
        assertThat(reasons(second -> Observation.NONE))
                .extracting(Reason::severity)
                .containsOnly(Severity.NOTE);
        samples(5_000, MILLI, MILLI);
        assertThat(reasons(second -> Observation.NONE)).isEmpty();
    }

    @Test
    void aLoadWithoutARateIsJudgedByItsServiceTimes() {
        measured.of(Latency.PUBLISH_SERVICE).values().record(MILLI, 900);

        assertThat(reasons(second -> Observation.NONE)).singleElement().satisfies(reason -> {
            assertThat(reason.code()).isEqualTo(ReasonCode.FEW_SAMPLES);
            assertThat(reason.text()).contains("900 samples of publishService");
        });
    }

    /** 1,000 messages a second, sent and received. */
    @Test
    void aLoadNearTheCeilingIsReported() {
        latencies(MILLI, 3 * MILLI);

        assertThat(reasonsWithCeiling(3_000)).isEmpty();
        assertThat(reasonsWithCeiling(1_900)).extracting(Reason::severity).containsExactly(Severity.NOTE);
        assertThat(reasonsWithCeiling(1_200))
                .extracting(Reason::code, Reason::severity)
                .containsExactly(tuple(ReasonCode.HOST_SATURATED, Severity.DEGRADED));
    }

    private List<Reason> reasonsWithCeiling(double ceiling) {
        calibration = Optional.of(new Calibration(
                "v",
                "t",
                new Calibration.CalibratedHost(2, "m", "j"),
                new Calibration.MessageCost(ceiling, 1),
                new Calibration.ScheduleError(1, 1),
                new Calibration.ClockCost(1, 1, 1, 1),
                OptionalDouble.empty()));
        return reasons(second -> Observation.NONE);
    }

    private List<Reason> reasons(Second seconds) {
        for (int second = 0; second < SECONDS; second++) {
            take(second, Phase.MEASUREMENT, seconds.of(second), new LatencySamples());
        }
        HarnessResult worker = watch.results(List.of(WORKERS.get(0))).get(0);
        var process = new HarnessResult(worker.process(), worker.observed(), calibration);
        return Validity.of(watch, List.of(process), measured, List.of());
    }

    private void take(int second, Phase phase, Observation observation, LatencySamples late) {
        take(WORKERS.get(0), second, phase, observation, late);
    }

    private void take(WorkerLink worker, int second, Phase phase, Observation observation, LatencySamples late) {
        var snapshot = new Snapshot(
                Math.max(0, second),
                START + second * SECOND,
                START + (second + 1) * SECOND,
                new Counts(1_000, 1_000, 0, 1_000, 0, 0),
                new LatencySet(),
                new LatencySet());
        watch.taken(
                new TakenSnapshot(worker, Ticks.taken(snapshot, Throttling.NONE, late, observation), snapshot, phase));
    }

    /** 100,000 samples: a p99.9 of the first, and a few dozen of the second. */
    private void latencies(long usualNanos, long rareNanos) {
        samples(100_000 - 50, usualNanos, usualNanos);
        samples(50, rareNanos, rareNanos);
        measured.of(Latency.SEND_DELAY).values().record(1_000, 100_000);
    }

    /** Messages that took up to so long, each another time. */
    private void heldUp(int count, int longestMillis) {
        for (int i = 1; i <= count; i++) {
            long nanos = MILLI * longestMillis * i / count;
            samples(1, nanos, nanos);
        }
    }

    private void samples(long count, long publishNanos, long endToEndNanos) {
        measured.of(Latency.PUBLISH_RESPONSE).values().record(publishNanos, count);
        measured.of(Latency.END_TO_END_RESPONSE).values().record(endToEndNanos, count);
    }

    private static List<Pause> pause(int second, long millis) {
        return List.of(new Pause(START + second * SECOND, millis * MILLI));
    }

    private static void assertOnly(ReasonCode code, Severity severity, List<Reason> reasons) {
        assertThat(reasons).extracting(Reason::code, Reason::severity).containsExactly(tuple(code, severity));
    }

    private static Observation observation(List<Pause> hiccups, List<Pause> collections) {
        return new Observation(
                100, hiccups, collections, 0, Optional.of(QUIET), ControlGroupUse.NONE, NetworkUse.NONE, 0);
    }

    private static Observation quota(double usedShare, long throttledPeriods, long throttledNanos) {
        return group(
                QUIET,
                Optional.of(new ControlGroupUse.Cpu(
                        1.5, OptionalDouble.of(usedShare), 10, throttledPeriods, throttledNanos)),
                Optional.empty());
    }

    private static Observation memory(long mebibytes, long limitHits, long kills) {
        return group(
                QUIET,
                Optional.empty(),
                Optional.of(new ControlGroupUse.Memory(1_000 << 20, mebibytes << 20, limitHits, kills)));
    }

    private static Observation group(
            CpuUse host, Optional<ControlGroupUse.Cpu> cpu, Optional<ControlGroupUse.Memory> memory) {
        return new Observation(
                100, List.of(), List.of(), 0, Optional.of(host), new ControlGroupUse(cpu, memory), NetworkUse.NONE, 0);
    }

    private static Observation host(CpuUse cpu, NetworkUse network) {
        return new Observation(100, List.of(), List.of(), 0, Optional.of(cpu), ControlGroupUse.NONE, network, 0);
    }
}

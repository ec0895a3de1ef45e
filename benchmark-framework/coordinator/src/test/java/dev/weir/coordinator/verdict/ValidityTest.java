package dev.weir.coordinator.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.weir.coordinator.Ticks;
import dev.weir.coordinator.workers.InstrumentObservations;
import dev.weir.coordinator.workers.InstrumentObservations.CpuUsers;
import dev.weir.coordinator.workers.RunObserver.TakenSnapshot;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.driver.config.DriverConfig;
import dev.weir.host.facts.Calibration;
import dev.weir.host.observation.Observation;
import dev.weir.host.observation.Observation.ControlGroupUse;
import dev.weir.host.observation.Observation.CpuUse;
import dev.weir.host.observation.Observation.NetworkUse;
import dev.weir.host.observation.Observation.NetworkUse.LinkUse;
import dev.weir.host.observation.Pause;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import dev.weir.measure.Snapshot;
import dev.weir.plan.RunPlan;
import dev.weir.result.Snapshots;
import dev.weir.result.code.Reason;
import dev.weir.result.code.Reason.ReasonList;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.result.document.Harness.HarnessResult;
import dev.weir.result.interval.Phase;
import dev.weir.result.value.Moment;
import dev.weir.wire.message.Message.Throttling;
import dev.weir.workload.Topology;
import dev.weir.workload.Workloads;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A minute of one worker, a snapshot each second, as a test makes it up: each code where it belongs, and not elsewhere. */
class ValidityTest {
    private static final int WARM_UP_SECONDS = 10;
    private static final long SECOND = Snapshots.SECOND;
    private static final long START = Snapshots.START + WARM_UP_SECONDS * SECOND;
    private static final long MILLI = 1_000_000;
    private static final int SECONDS = 60;
    private static final List<WorkerLink> WORKERS =
            List.of(new WorkerLink(0, "worker-0"), new WorkerLink(1, "worker-1"));
    private static final CpuUse QUIET = new CpuUse(0.3, 0, 1, 0.4);
    private static final Second QUIET_SECOND = second -> observation(List.of(), List.of());

    private InstrumentObservations watch = watch(1);
    private LatencySet measured = new LatencySet();
    private Optional<Calibration> calibration = Optional.empty();

    /** Makes up a second's observation. */
    private interface Second {
        Observation of(int second);
    }

    ValidityTest() {
        latencies(MILLI, 3 * MILLI);
    }

    private static InstrumentObservations watch(int workers) {
        return new InstrumentObservations(
                RunPlan.of(Workloads.small().build(), DriverConfig.of("none"), "r", workers, Topology.SWARM)
                        .assignments());
    }

    @Test
    void aHostWithoutTroubleHasNoReason() {
        Map<String, Second> hosts = Map.of(
                "a quiet minute",
                QUIET_SECOND,
                "a moment of full cores",
                second -> host(second == 30 ? new CpuUse(1, 0, 0, 1) : QUIET, NetworkUse.NONE),
                "a full core of a host that a worker shares: it and the idle ones belong to other pods",
                second -> group(new CpuUse(0.15, 0, 5, 0.99), quota(OptionalDouble.of(0.4), 0, 0)),
                "a quota whose use is unknown",
                second -> group(QUIET, quota(OptionalDouble.empty(), 0, 0)));

        hosts.forEach((what, seconds) ->
                assertThat(new ValidityTest().reasons(seconds)).as(what).isEmpty());
    }

    @Test
    void aPauseThatExplainsTheTailDegradesTheRun() {
        heldUp(83, 50);
        Second once = second -> observation(List.of(), second == 20 ? pause(second, 50) : List.of());

        Reason reason = only(ReasonCode.WORKER_PAUSED, Severity.DEGRADED, once);

        assertThat(reason.text())
                .startsWith("garbage collection stopped worker-0 once for 50.0 ms in total, the longest time at ")
                .endsWith("for 50.0 ms: this explains p99.9, p99.99 and max of publishResponse and endToEndResponse");
        assertThat(reason.begin()).hasValue(new Moment(START + 20 * SECOND));
        assertThat(reason.end()).hasValue(new Moment(START + 20 * SECOND + 50 * MILLI));
        assertThat(reason.figures()).containsEntry("longestNanos", 50_000_000L).containsEntry("count", 1L);
    }

    @Test
    void pausesThatAreShortComparedWithTheLatenciesAreNoReasonUnlessCollectionsAreLong() {
        latencies(SECOND, 2 * SECOND);

        assertThat(reasons(second -> observation(List.of(), pause(second, 5)))).isEmpty();

        watch = watch(1);
        Second collection = second -> observation(List.of(), pause(second, 60));
        assertThat(only(ReasonCode.WORKER_PAUSED, Severity.NOTE, collection).text())
                .startsWith("garbage collection stopped ");
    }

    @Test
    void aPauseThatMadeTheMaximumOnlyIsANote() {
        latencies(10 * MILLI, 40 * MILLI);

        Second once = second -> observation(List.of(), second == 20 ? pause(second, 30) : List.of());

        assertThat(only(ReasonCode.WORKER_PAUSED, Severity.NOTE, once).text())
                .startsWith("garbage collection stopped ")
                .endsWith("this explains max of publishResponse and endToEndResponse");
    }

    @Test
    void whatHappensInTheWarmUpMarksNoRun() {
        for (int second = -WARM_UP_SECONDS; second < 0; second++) {
            take(second, Phase.WARM_UP, observation(pause(second, 500), pause(second, 500)), new LatencySamples());
        }

        assertThat(reasons(QUIET_SECOND)).isEmpty();
    }

    @Test
    void hiccupsThatNoCollectionExplainsAreTheHosts() {
        heldUp(800, 40);

        Second often = second -> observation(second % 5 == 0 ? pause(second, 40) : List.of(), List.of());

        assertThat(only(ReasonCode.WORKER_PAUSED, Severity.DEGRADED, often).text())
                .startsWith("an idle thread of ");
    }

    @Test
    void aCollectionIsNotReportedAgainAsAHiccup() {
        List<Pause> once = pause(20, 50);

        assertThat(reasons(second -> second == 20 ? observation(once, once) : QUIET_SECOND.of(second)))
                .singleElement()
                .satisfies(reason -> assertThat(reason.text()).startsWith("garbage collection stopped "));
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
        var late = new LatencySamples();
        late.values().record(20 * MILLI, 500);
        samples(500, 21 * MILLI);
        take(0, Phase.MEASUREMENT, Observation.NONE, late);

        Reason reason = only(ReasonCode.SENDS_LATE, Severity.DEGRADED, QUIET_SECOND);

        assertThat(reason.figures()).containsEntry("lateMessages", 500L).containsEntry("lateShare", 0.005);
        assertThat(reason.begin()).hasValue(new Moment(START));
        assertThat(reason.end()).hasValue(new Moment(START + SECOND));
    }

    /** Four hiccups of 20 ms lift some 50 of 100,000 messages: a p99.9 of 27 ms with 400 messages beyond 20 ms stays. */
    @Test
    void hiccupsThatAreFewInALongTailOfTheSystemsAreANote() {
        sentInTime();
        samples(99_000, MILLI);
        heldUp(1_000, 30);
        Second few = second -> observation(second % 15 == 0 ? pause(second, 20) : List.of(), List.of());

        assertThat(only(ReasonCode.WORKER_PAUSED, Severity.NOTE, few).text())
                .startsWith("an idle thread of ")
                .endsWith("this explains max of publishResponse and endToEndResponse");
    }

    /** Of 200 messages beyond 7.5 ms a collection held up 60, and hiccups 67: only without both the p99.9 is below that. */
    @Test
    void standstillsOfSeveralKindsAreJudgedTogether() {
        sentInTime();
        samples(99_800, MILLI);
        samples(200, 10 * MILLI);

        List<Reason> reasons = reasons(second -> observation(
                second % 15 == 0 ? pause(second, 9) : List.of(),
                second == 20 ? List.of(new Pause(START + 20 * SECOND, 43_500_000)) : List.of()));

        assertThat(reasons)
                .satisfiesExactly(
                        gc -> assertThat(gc.text()).startsWith("garbage collection stopped "),
                        hiccups -> assertThat(hiccups.text()).startsWith("an idle thread of "),
                        together -> assertThat(together.text())
                                .startsWith("late sends (")
                                .endsWith("this explains p99.9 of publishResponse and endToEndResponse"))
                .extracting(Reason::code, Reason::severity)
                .containsExactly(
                        tuple(ReasonCode.WORKER_PAUSED, Severity.NOTE),
                        tuple(ReasonCode.WORKER_PAUSED, Severity.NOTE),
                        tuple(ReasonCode.WORKER_PAUSED, Severity.DEGRADED));
    }

    @Test
    void fullCoresAreReportedWithTheirWorstTime() {
        var full = new CpuUse(0.97, 0.01, 0, 1);
        Second some = second -> host(second >= 30 && second < 50 ? full : QUIET, NetworkUse.NONE);

        Reason reason = only(ReasonCode.HOST_SATURATED, Severity.DEGRADED, some);

        assertThat(reason.begin()).hasValue(new Moment(START + 30 * SECOND));
        assertThat(reason.end()).hasValue(new Moment(START + 50 * SECOND));
        assertThat(reason.figures()).containsEntry("allCoresFullSeconds", 20L);
    }

    @Test
    void namesWhoUsedTheCpusTheLargestShareFirst() {
        Reason reason = saturated(1, Optional.of(new CpuUsers(0.15, 0.25)));

        assertThat(reason.text())
                .contains("(100 % busy on average: other processes 60 %, embedded brokers 25 %, this process 15 %)");
        assertThat(reason.figures())
                .containsEntry("processShare", 0.15)
                .containsEntry("embeddedBrokersShare", 0.25)
                .containsEntry("otherProcessesShare", 0.6);
    }

    /** Brokers that are missing are not named, nor users that are unknown (-1). One full core among idle ones is a note. */
    @ParameterizedTest
    @CsvSource({
        "1, 0.9, DEGRADED, '(100 % busy on average: this process 90 %, other processes 10 %): threads waited'",
        "1, -1, DEGRADED, '(100 % busy on average): threads waited'",
        "0.6, 0.5, NOTE, 'a core of this process''s host was full for 60 of 60 s (once core 1; all cores together were 60 % busy on average: this process 50 %, other processes 10 %): a thread may be at its limit'"
    })
    void namesOnlyKnownAndPresentUsersOfTheCpus(double busyShare, double process, Severity severity, String text) {
        Reason reason =
                saturated(busyShare, Optional.of(new CpuUsers(process, 0)).filter(each -> process >= 0));

        assertThat(reason.severity()).isEqualTo(severity);
        assertThat(reason.text()).contains(text);
    }

    /** The users are those of this process's host. */
    private Reason saturated(double busyShare, Optional<CpuUsers> users) {
        // Fills the observations of the worker.
        reasons(second -> host(new CpuUse(busyShare, 0, 1, 1), NetworkUse.NONE));
        var reasons = new ReasonList();
        new HostValidity(reasons).judge(new HarnessResult("in-process", worker().observed(), Optional.empty()), users);
        assertThat(reasons.all()).extracting(Reason::code).containsExactly(ReasonCode.HOST_SATURATED);
        return reasons.all().get(0);
    }

    @Test
    void stolenTimeIsReported() {
        Second stolen = second -> host(new CpuUse(0.3, 0.06, 0, 0.5), NetworkUse.NONE);

        assertThat(only(ReasonCode.WORKER_PAUSED, Severity.DEGRADED, stolen).text())
                .contains(" went to others on its host");
    }

    @Test
    void aThrottledControlGroupIsReportedWithItsPeriods() {
        Second once = second -> quota(0.6, second == 7 ? 3 : 0, second == 7 ? 30 * MILLI : 0);

        Reason reason = only(ReasonCode.HOST_SATURATED, Severity.NOTE, once);

        assertThat(reason.text())
                .isEqualTo("the kernel throttled the control group (pod or container) of worker-0, which has 1.5 CPUs,"
                        + " in 3 of 600 periods: for 30.0 ms in total over its cores, and for up to 30.0 ms between two"
                        + " snapshots");
        assertThat(reason.begin()).hasValue(new Moment(START + 7 * SECOND));
        assertThat(reason.figures()).containsEntry("throttledPeriods", 3L).containsEntry("periods", 600L);
    }

    @Test
    void throttlingForAHundredthOfTheTimeDegradesTheRun() {
        only(ReasonCode.HOST_SATURATED, Severity.DEGRADED, second -> quota(0.6, 1, 10 * MILLI));
    }

    @Test
    void aWorkerWithAQuotaIsJudgedByItsShareOfIt() {
        Second full = second -> quota(second < 20 ? 0.97 : 0.57, 0, 0);

        Reason reason = only(ReasonCode.HOST_SATURATED, Severity.DEGRADED, full);

        assertThat(reason.text())
                .isEqualTo("the control group (pod or container) of worker-0 has 1.5 CPUs and had no CPU time left for"
                        + " 20 of 60 s (70 % used on average): threads waited for CPU time, which counts as latency");
        assertThat(reason.figures()).containsEntry("quotaCores", 1.5).containsEntry("quotaFullSeconds", 20L);
    }

    @Test
    void aWorkerNearItsMemoryLimitIsReported() {
        assertThat(reasons(second -> memory(890, 5, 0))).isEmpty();
        only(ReasonCode.MEMORY_NEAR_LIMIT, Severity.NOTE, second -> memory(950, 0, 0));
        Second full = second -> memory(950, second == 3 ? 2 : 0, second == 3 ? 1 : 0);

        assertThat(only(ReasonCode.MEMORY_NEAR_LIMIT, Severity.DEGRADED, full).text())
                .isEqualTo("the control group (pod or container) of worker-0 used up to 950 of its 1,000 MiB of memory,"
                        + " was at its limit 2 times, and the kernel killed 1 process of it");
    }

    @Test
    void aFullLinkAndALossyNetworkAreReported() {
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
        take(
                SECONDS,
                Phase.SETTLE,
                new Observation(0, List.of(), List.of(), 0, Optional.empty(), ControlGroupUse.NONE, NetworkUse.NONE, 9),
                new LatencySamples());

        assertThat(reasons(QUIET_SECOND)).extracting(Reason::code).containsExactly(ReasonCode.HOST_SATURATED);
    }

    @Test
    void tooFewSamplesForTheQuantilesAreReported() {
        measured = new LatencySet();
        samples(900, MILLI);
        assertThat(reasons(second -> Observation.NONE))
                .extracting(Reason::code, Reason::severity)
                .contains(tuple(ReasonCode.FEW_SAMPLES, Severity.DEGRADED));
        samples(5_000, MILLI);
        assertThat(reasons(second -> Observation.NONE))
                .extracting(Reason::severity)
                .containsOnly(Severity.NOTE);
        samples(5_000, MILLI);
        assertThat(reasons(second -> Observation.NONE)).isEmpty();
    }

    @Test
    void aLoadWithoutARateIsJudgedByItsServiceTimes() {
        measured = new LatencySet();
        measured.of(Latency.PUBLISH_SERVICE).values().record(MILLI, 900);

        assertThat(reasons(second -> Observation.NONE)).singleElement().satisfies(reason -> {
            assertThat(reason.code()).isEqualTo(ReasonCode.FEW_SAMPLES);
            assertThat(reason.text()).contains("900 samples of publishService");
        });
    }

    /** 1,000 messages a second, sent and received. */
    @Test
    void aLoadNearTheCeilingIsReported() {
        calibrate(3_000);
        assertThat(reasons(second -> Observation.NONE)).isEmpty();
        calibrate(1_900);
        only(ReasonCode.HOST_SATURATED, Severity.NOTE, second -> Observation.NONE);
        calibrate(1_200);
        only(ReasonCode.HOST_SATURATED, Severity.DEGRADED, second -> Observation.NONE);
    }

    private void calibrate(double ceiling) {
        calibration = Optional.of(new Calibration(
                "v",
                "t",
                new Calibration.CalibratedHost(2, "m", "j"),
                new Calibration.MessageCost(ceiling, 1),
                new Calibration.ScheduleError(1, 1),
                new Calibration.ClockCost(1, 1, 1, 1),
                OptionalDouble.empty()));
    }

    private List<Reason> reasons(Second seconds) {
        for (int second = 0; second < SECONDS; second++) {
            take(second, Phase.MEASUREMENT, seconds.of(second), new LatencySamples());
        }
        var process = new HarnessResult(worker().process(), worker().observed(), calibration);
        return Validity.of(watch, List.of(process), measured, List.of());
    }

    private HarnessResult worker() {
        return watch.results(List.of(WORKERS.get(0))).get(0);
    }

    private void take(int second, Phase phase, Observation observation, LatencySamples late) {
        take(WORKERS.get(0), second, phase, observation, late);
    }

    private void take(WorkerLink worker, int second, Phase phase, Observation observation, LatencySamples late) {
        Snapshot snapshot =
                Snapshots.of(WARM_UP_SECONDS + second, new Counts(1_000, 1_000, 0, 1_000, 0, 0), new LatencySet());
        watch.taken(
                new TakenSnapshot(worker, Ticks.taken(snapshot, Throttling.NONE, late, observation), snapshot, phase));
    }

    /** 100,000 samples: a p99.9 of the first, and a few dozen of the second. */
    private void latencies(long usualNanos, long rareNanos) {
        sentInTime();
        samples(100_000 - 50, usualNanos);
        samples(50, rareNanos);
    }

    /** Begins anew: 100,000 messages were sent, and none of them has ended. */
    private void sentInTime() {
        measured = new LatencySet();
        measured.of(Latency.SEND_DELAY).values().record(1_000, 100_000);
    }

    /** Messages that took up to so long, each another time. */
    private void heldUp(int count, int longestMillis) {
        for (int i = 1; i <= count; i++) {
            samples(1, MILLI * longestMillis * i / count);
        }
    }

    private void samples(long count, long nanos) {
        measured.of(Latency.PUBLISH_RESPONSE).values().record(nanos, count);
        measured.of(Latency.END_TO_END_RESPONSE).values().record(nanos, count);
    }

    private static List<Pause> pause(int second, long millis) {
        return List.of(new Pause(START + second * SECOND, millis * MILLI));
    }

    private Reason only(ReasonCode code, Severity severity, Second seconds) {
        List<Reason> reasons = reasons(seconds);
        assertThat(reasons).extracting(Reason::code, Reason::severity).containsExactly(tuple(code, severity));
        return reasons.get(0);
    }

    private static Observation observation(List<Pause> hiccups, List<Pause> collections) {
        return new Observation(
                100, hiccups, collections, 0, Optional.of(QUIET), ControlGroupUse.NONE, NetworkUse.NONE, 0);
    }

    private static Observation quota(double usedShare, long throttledPeriods, long throttledNanos) {
        return group(QUIET, quota(OptionalDouble.of(usedShare), throttledPeriods, throttledNanos));
    }

    private static ControlGroupUse quota(OptionalDouble usedShare, long throttledPeriods, long throttledNanos) {
        return new ControlGroupUse(
                Optional.of(new ControlGroupUse.Cpu(
                        1.5, usedShare, usedShare.isPresent() ? 10 : 0, throttledPeriods, throttledNanos)),
                Optional.empty());
    }

    private static Observation memory(long mebibytes, long limitHits, long kills) {
        return group(
                QUIET,
                new ControlGroupUse(
                        Optional.empty(),
                        Optional.of(new ControlGroupUse.Memory(1_000 << 20, mebibytes << 20, limitHits, kills))));
    }

    private static Observation group(CpuUse host, ControlGroupUse group) {
        return new Observation(100, List.of(), List.of(), 0, Optional.of(host), group, NetworkUse.NONE, 0);
    }

    private static Observation host(CpuUse cpu, NetworkUse network) {
        return new Observation(100, List.of(), List.of(), 0, Optional.of(cpu), ControlGroupUse.NONE, network, 0);
    }
}

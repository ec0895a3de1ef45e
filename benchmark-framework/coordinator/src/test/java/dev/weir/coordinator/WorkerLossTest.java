package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.audit.AuditResult;
import dev.weir.result.RunResult;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.Outcome;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.document.RunDetails.Worker.WorkerLoss;
import dev.weir.result.document.ThresholdCheck;
import dev.weir.result.interval.Phase;
import dev.weir.result.interval.Phase.PhaseSpan;
import dev.weir.wire.UnreliableProxy;
import dev.weir.worker.WorkerServer;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Whole runs whose workers get lost, or only their connections. */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class WorkerLossTest extends WholeRuns {
    @Test
    void countsEachMessageOnceThoughConnectionsBreakAgainAndAgain() {
        try (var cluster = new MiniCluster(0, folder);
                WorkerServer one = worker();
                WorkerServer other = worker();
                var toOne = new UnreliableProxy(one.address());
                var toOther = new UnreliableProxy(other.address())) {
            cluster.add("one", toOne.address());
            cluster.add("other", toOther.address());
            var ticks = new AtomicInteger();

            // Not at each: the way to the next connection is longer than a tick where the host is busy.
            RunResult result = MiniCluster.undisturbed(() ->
                    cluster.run(load(2).build(), MiniCluster.none(Map.of()), (coordinator, tick) -> {
                        int number = ticks.incrementAndGet();
                        if (number % 3 == 0) {
                            toOne.cut();
                        } else if (number % 4 == 0) {
                            toOther.cut();
                        }
                    }));

            assertThat(result.failure()).isEmpty();
            assertThat(result.audit().verdict()).isEqualTo("clean");
            assertThat(result.audit().counts()).isEqualTo(new AuditResult.Totals(2400, 0, 0, 2400, 0));
            assertThat(result.intervals().stream()
                            .mapToLong(interval -> interval.counts().receipts().received())
                            .sum())
                    .isEqualTo(2400);
            assertThat(result.weir().clients().producers()).hasSize(2);
            assertThat(result.weir().clients().consumers()).hasSize(2);
            assertThat(MiniCluster.texts(result, EventKind.WORKER_CHANGED))
                    .anyMatch(text -> text.contains(" cannot be reached: "))
                    .anyMatch(text -> text.contains(" is connected again; "))
                    .noneMatch(text -> text.contains(" is lost: "));
        }
    }

    /** The unreachable worker continues its load for a while. It receives messages that the other workers miss. */
    @Test
    void reportsDeliveriesOfAnUnreachableWorkerAsUnknown() {
        var ticksAfterwards = new AtomicInteger(-1);
        try (var cluster = new MiniCluster(2, folder);
                WorkerServer third = worker();
                var proxy = new UnreliableProxy(third.address())) {
            cluster.add("third", proxy.address());
            Workload workload = Workloads.small()
                    .endless(Duration.ofMillis(400))
                    .topics(1, 6)
                    .producersPerTopic(3)
                    .subscriptionsPerTopic(2, 3)
                    .continuingAfterLoss(true)
                    .build();

            RunResult result = cluster.run(workload, MiniCluster.none(Map.of()), (coordinator, tick) -> {
                if (tick.phase() != Phase.MEASUREMENT) {
                    return;
                }
                int ticks = ticksAfterwards.incrementAndGet();
                if (ticks == 0) {
                    proxy.vanish();
                } else if (ticks == 10) {
                    coordinator.interrupt();
                }
            });

            assertThat(result.failure()).isEmpty();
            assertThat(MiniCluster.texts(result, EventKind.WORKER_CHANGED))
                    .anyMatch(text -> text.startsWith("worker third cannot be reached: "))
                    .anyMatch(text -> text.startsWith("worker third is lost: "));
            assertThat(result.outcome()).isEqualTo(Outcome.DEGRADED);
            WorkerLoss loss = result.weir().instrument().workers().get(2).lost().orElseThrow();
            assertThat(loss.reason()).endsWith("no process listens there any more: its process has ended");
            assertThat(loss.lastSnapshot()).isPositive();
            assertThat(loss.unsent()).isPositive();
            assertThat(result.weir().load().unsent().orElseThrow()).isGreaterThanOrEqualTo(loss.unsent());
            // A busy host can miss the load as well.
            assertThat(result.findings()).extracting(Finding::code).isSubsetOf(FindingCode.LOAD_NOT_MET);
            assertThat(result.reasons())
                    .filteredOn(reason -> reason.code() == ReasonCode.WORKER_LOST)
                    .extracting(Reason::text)
                    .anyMatch(text -> text.startsWith("worker third was lost at ")
                            && text.contains("its last snapshot is number " + loss.lastSnapshot()));
            assertThat(result.audit().violations())
                    .isEqualTo(new AuditResult.Violations(0, 0, OptionalLong.of(0), 0, 0));
            assertThat(result.audit().blocks().unknown()).isPositive();
            assertThat(result.audit().verdict()).isEqualTo("incomplete");
        }
    }

    /** By default the run ends: what was under way then, or only the lost worker knew of, is unknown. */
    @Test
    void nothingIsLostInARunThatEndsBecauseAWorkerIsGone() {
        try (var cluster = new MiniCluster(1, folder);
                WorkerServer other = worker();
                var proxy = new UnreliableProxy(other.address())) {
            cluster.add("other", proxy.address());
            // For a second, the coordinator does not hear what the worker receives.
            RunResult result =
                    cluster.run(load(4).build(), MiniCluster.none(Map.of()), MiniCluster.inMeasurement(() -> {
                        proxy.hold();
                        CompletableFuture.delayedExecutor(1000, TimeUnit.MILLISECONDS)
                                .execute(proxy::vanish);
                    }));

            assertThat(result.failure()).startsWith("worker other is lost: ");
            assertThat(result.audit().violations().lost()).isZero();
            assertThat(result.audit().blocks().unknown()).isPositive();
            assertThat(result.audit().blocks().examples()).isEmpty();
            assertThat(result.audit().verdict()).isEqualTo("incomplete");
            assertThat(result.findings())
                    .extracting(Finding::code)
                    .doesNotContain(FindingCode.MESSAGES_LOST, FindingCode.UNAVAILABLE);
        }
    }

    /** The order to end reaches the worker seconds late; the messages that were sent past it are the ones too many. */
    @Test
    void countsMessagesThatALateOrderMissed() {
        try (var cluster = new MiniCluster(0, folder);
                WorkerServer worker = MiniCluster.listen(Duration.ofSeconds(30));
                var proxy = new UnreliableProxy(worker.address())) {
            cluster.add("late", proxy.address());
            var held = new AtomicBoolean();

            RunResult result = cluster.run(
                    Workloads.small()
                            .rates(100, 100)
                            .endless(Duration.ofMillis(400))
                            .build(),
                    MiniCluster.none(Map.of()),
                    (coordinator, tick) -> {
                        if (tick.phase() == Phase.MEASUREMENT && held.compareAndSet(false, true)) {
                            proxy.hold();
                            coordinator.interrupt();
                            CompletableFuture.delayedExecutor(3000, TimeUnit.MILLISECONDS)
                                    .execute(proxy::release);
                        }
                    });

            assertThat(result.failure()).isEmpty();
            PhaseSpan first = result.weir().course().phases().get(1);
            PhaseSpan last = result.weir().course().phases().get(2);
            assertThat(last.phase()).isEqualTo(Phase.MEASUREMENT.key());
            // The load ends with the next snapshot: each is 200 ms long and has 20 messages.
            long due = 20
                    * (long) Math.ceil((last.end().epochNanos() - first.begin().epochNanos()) / 0.2e9);
            double missed = (double) (result.audit().counts().acknowledged() - due);
            assertThat(missed).isPositive();
            assertThat(result.reasons())
                    .filteredOn(reason -> reason.code() == ReasonCode.ORDERS_LATE)
                    .first()
                    .satisfies(late -> {
                        assertThat(late.text()).contains("endLoad to worker late");
                        // A message may be under way while the order is carried out.
                        assertThat(Objects.requireNonNull(late.figures().get("messages"))
                                        .doubleValue())
                                .isCloseTo(missed, within(4.0));
                    });
        }
    }

    /** A worker that ends in order reports all its deliveries before it ends. */
    @Test
    void countsAllDeliveriesOfAStoppedWorker() {
        try (var cluster = new MiniCluster(3, folder)) {
            // The target is that of the workers that are left.
            RunResult result = runAndStop(
                    cluster,
                    2,
                    load(3).topics(1, 6)
                            .producersPerTopic(3)
                            .subscriptionsPerTopic(1, 3)
                            .thresholds("achievedRate >= 80 % of target")
                            .continuingAfterLoss(true)
                            .build());

            assertThat(result.failure()).isEmpty();
            assertThat(result.outcome()).isEqualTo(Outcome.DEGRADED);
            assertThat(result.audit().verdict()).isEqualTo("clean");
            assertThat(result.audit().blocks().unknown()).isZero();
            assertThat(result.weir().instrument().workers().get(2).lost())
                    .hasValueSatisfying(loss -> assertThat(loss.reason()).isEqualTo("the worker was stopped"));
            assertThat(result.weir().load().unsent().orElseThrow()).isPositive();
            assertThat(result.weir().clients().producers()).hasSize(3);
            assertThat(result.weir().clients().partitions()).hasSize(6);
            assertThat(result.thresholds()).noneMatch(ThresholdCheck::isMissed);
        }
    }

    @Test
    void endsWhenNoOtherWorkerCanDoTheLostOnesPart() {
        try (var cluster = new MiniCluster(2, folder)) {
            // The only consumer.
            RunResult result = runAndStop(
                    cluster,
                    1,
                    load(3).subscriptionsPerTopic(1, 1)
                            .continuingAfterLoss(true)
                            .build());

            assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
            assertThat(result.failure())
                    .isEqualTo("worker worker-1 failed: the worker was stopped, and no worker is left that could do its"
                            + " part");
            assertThat(MiniCluster.texts(result, EventKind.WORKER_CHANGED))
                    .containsExactly("worker worker-1 is lost: the worker was stopped");
        }
    }

    private static RunResult runAndStop(MiniCluster cluster, int worker, Workload workload) {
        return cluster.run(
                workload,
                MiniCluster.none(Map.of()),
                MiniCluster.inMeasurement(() -> new Thread(cluster.worker(worker)::close, "stopper").start()));
    }

    private static Workloads load(int seconds) {
        return Workloads.small().durations(Duration.ofMillis(400), Duration.ofSeconds(seconds));
    }

    private static WorkerServer worker() {
        return MiniCluster.listen(Duration.ofSeconds(3));
    }
}

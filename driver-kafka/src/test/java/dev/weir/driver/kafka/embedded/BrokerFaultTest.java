package dev.weir.driver.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.coordinator.Coordinator;
import dev.weir.coordinator.MiniCluster;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.driver.durability.DurabilitySource;
import dev.weir.driver.embedded.BrokerFaults;
import dev.weir.driver.kafka.SharedCluster;
import dev.weir.feature.availability.Availability;
import dev.weir.feature.availability.AvailabilityResult;
import dev.weir.feature.availability.AvailabilityResult.Outages;
import dev.weir.feature.availability.AvailabilityResult.RecoveryTime;
import dev.weir.feature.faults.Faults;
import dev.weir.feature.faults.Faults.BrokerFault;
import dev.weir.feature.faults.Faults.BrokerFault.Action;
import dev.weir.feature.spikes.LatencySpikes.Spike;
import dev.weir.feature.spikes.Spikes;
import dev.weir.measure.Latency;
import dev.weir.result.RunResult;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.Outcome;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.RunEvent;
import dev.weir.result.code.SpikeCause;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import dev.weir.workload.message.KeyDistributor;
import dev.weir.workload.message.KeySpec;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Whole runs on brokers of which some are killed, leave, or stand still for a time that is known. */
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class BrokerFaultTest {
    private static final Map<String, String> LEADER_ONLY = Map.of("acks", "1", "enable.idempotence", "false");

    @TempDir
    Path folder;

    @Test
    @ResourceLock(TestClusters.THREE)
    void fullyAcknowledgedMessagesSurviveTheDeathOfALeader() {
        assertSurvival("kafka");
    }

    @Test
    @Tag("soak")
    @ResourceLock(TestClusters.THREE)
    void messagesOfWeirsOwnClientSurviveTheDeathOfALeader() {
        assertSurvival("wire");
    }

    private void assertSurvival(String client) {
        RunResult result = runWithDeathOfALeader(client);
        // A worker that stands still meanwhile, as on a host with much else to do, makes the recovery unknown.
        for (int attempt = 1; recoveries(result).isEmpty() && attempt < 5; attempt++) {
            result = runWithDeathOfALeader(client);
        }

        assertThat(result.failure()).isEmpty();
        assertThat(result.reasons()).extracting(Reason::code).doesNotContain(ReasonCode.FAULT_NOT_DONE);
        assertThat(MiniCluster.events(result)).hasSize(2).containsOnly(EventKind.BROKER_FAULT);
        assertThat(MiniCluster.texts(result, EventKind.BROKER_FAULT))
                .satisfiesExactly(
                        text -> assertThat(text).endsWith(" was killed"),
                        text -> assertThat(text).contains(" serves again, "));
        assertThat(result.durability().find(DurabilityKey.REPLICATION_FACTOR))
                .contains(DurabilityItem.of(DurabilityKey.REPLICATION_FACTOR, "3", DurabilitySource.TOPIC));
        assertThat(result.audit().verdict()).isEqualTo("clean");
        assertThat(result.audit().violations().lost()).isZero();
        AvailabilityResult availability = Availability.PART.in(result.weir()).orElseThrow();
        double longest = availability.publish().longest().orElseThrow().seconds();
        // The schedule went on meanwhile.
        assertThat(result.measured().of(Latency.PUBLISH_RESPONSE).maxNanos() / 1e9)
                .isGreaterThan(longest - 0.5);
        assertThat(result.findings())
                .extracting(Finding::code)
                .contains(FindingCode.UNAVAILABLE)
                .doesNotContain(FindingCode.MESSAGES_LOST, FindingCode.MESSAGES_DUPLICATED);
        assertThat(recoveries(result).get(0).cause()).endsWith(" was killed");
    }

    /**
     * What only the leader has, and has acknowledged, is gone with it: followers that stand still have it not, and one of
     * them leads when it has been let go on. The audit must tell that.
     */
    @Test
    @Tag("soak")
    @ResourceLock(TestClusters.THREE)
    void whatOnlyADeadLeaderHadIsFoundLost() {
        KafkaEmbeddedCluster cluster = TestClusters.three();
        DriverConfig config = SharedCluster.withProducer(
                SharedCluster.withProducer(cluster.driverConfig(), LEADER_ONLY),
                Map.of("request.timeout.ms", "10000", "delivery.timeout.ms", "30000"));
        Optional<Duration> pause = Optional.of(Duration.ofSeconds(3));
        Optional<RunResult> withLoss = Optional.empty();
        // On a host with much else to do, a fault may come too late.
        for (int attempt = 0; withLoss.isEmpty() && attempt < 5; attempt++) {
            RunResult result = run(
                    config,
                    16,
                    new BrokerFault(Duration.ofSeconds(2), OptionalInt.of(2), Action.PAUSE, pause),
                    new BrokerFault(Duration.ofSeconds(2), OptionalInt.of(3), Action.PAUSE, pause),
                    new BrokerFault(Duration.ofSeconds(4), OptionalInt.of(1), Action.KILL, Optional.empty()));

            assertThat(result.failure()).isEmpty();
            assertThat(MiniCluster.events(result)).hasSize(6).containsOnly(EventKind.BROKER_FAULT);
            assertThat(MiniCluster.texts(result, EventKind.BROKER_FAULT))
                    .extracting(text -> text.replaceFirst(",.*", ""))
                    .containsExactlyInAnyOrder(
                            "broker 2 was paused",
                            "broker 3 was paused",
                            "broker 1 was killed",
                            "broker 2 continues",
                            "broker 3 continues",
                            "broker 1 serves again");
            // The run's end has made the cluster whole again.
            assertThat(cluster.processIds()).hasSize(3).allMatch(Remains::runs);
            withLoss = Optional.of(result)
                    .filter(found -> found.audit().violations().lost() > 0);
        }
        assertThat(withLoss).as("a run that lost something, of five").isPresent();
        assertThat(withLoss.orElseThrow().findings()).extracting(Finding::code).contains(FindingCode.MESSAGES_LOST);
    }

    private RunResult runWithDeathOfALeader(String client) {
        return run(
                TestClusters.three().driverConfig().withSettings(Map.of("client", client)),
                18,
                new BrokerFault(
                        Duration.ofSeconds(3), OptionalInt.empty(), Action.KILL, Optional.of(Duration.ofSeconds(6))));
    }

    private static List<RecoveryTime> recoveries(RunResult result) {
        return Availability.PART
                .in(result.weir())
                .map(AvailabilityResult::recoveries)
                .orElse(List.of());
    }

    private RunResult run(DriverConfig config, int seconds, BrokerFault... faults) {
        Workload workload = Workloads.small()
                .topics(1, 6)
                .rates(100, 100)
                .durations(Duration.ofSeconds(1), Duration.ofSeconds(seconds))
                .section(new Faults(), List.of(faults))
                .build();
        KafkaEmbeddedCluster cluster = TestClusters.three();
        try (var mini = new MiniCluster(1, folder)) {
            return mini.run(workload, config, cluster.faults().orElseThrow());
        }
    }

    /** On a cluster that the run did not start, of which one of three brokers is away for some time. */
    @Test
    @ResourceLock(TestClusters.THREE)
    void aBrokerThatLeavesAndReturnsIsAnEventAndTheCauseOfTheSpike() {
        KafkaEmbeddedCluster cluster = TestClusters.three();
        String broker = "broker 1 at " + cluster.bootstrapServers().split(",", 2)[0];
        BrokerFaults faults = cluster.faults().orElseThrow();
        var begun = new AtomicBoolean();
        // -1 until the broker has returned.
        var millisSinceReturn = new AtomicLong(-1);
        Workload workload = Workloads.small()
                .topics(1, 6)
                .rates(300, 300)
                .durations(Duration.ofSeconds(2), Duration.ofSeconds(90))
                .build();
        RunResult result;
        try (var mini = new MiniCluster(1, folder)) {
            result = mini.run(
                    workload,
                    SharedCluster.withProducer(cluster.driverConfig(), LEADER_ONLY),
                    new MiniCluster.Reaction() {
                        @Override
                        public void tick(Coordinator coordinator, Interval tick) {
                            if (tick.phase() == Phase.MEASUREMENT && begun.compareAndSet(false, true)) {
                                faults.kill(1);
                                CompletableFuture.delayedExecutor(4, TimeUnit.SECONDS)
                                        .execute(() -> faults.start(1, Duration.ofSeconds(60)));
                            }
                            if (millisSinceReturn.get() >= 0
                                    && millisSinceReturn.addAndGet((tick.toNanos() - tick.fromNanos()) / 1_000_000)
                                            > 2_000) {
                                coordinator.interrupt();
                            }
                        }

                        @Override
                        public void event(RunEvent event) {
                            if (event.text().startsWith(broker + " returned")) {
                                millisSinceReturn.compareAndSet(-1, 0);
                            }
                        }
                    });
        }

        assertThat(result.failure()).isEmpty();
        assertThat(result.weir().course().events())
                .filteredOn(event -> event.kind() == EventKind.BROKER_CHANGED)
                .extracting(RunEvent::text)
                .filteredOn(text -> text.startsWith(broker))
                .extracting(text -> text.substring(broker.length() + 1).replaceFirst("[ ,].*", ""))
                .containsExactlyInAnyOrder("left", "lost", "returned");
        Spike largest = Spikes.PART.in(result.weir()).orElseThrow().spikes().stream()
                .max(Comparator.comparingDouble(Spike::share))
                .orElseThrow();
        assertThat(largest.cause()).isEqualTo(SpikeCause.BROKER_ABSENT);
        assertThat(largest.where()).isEqualTo(broker);
    }

    /** The only broker stands still for 2.5 s, which need not cover a whole snapshot without an acknowledgement. */
    @Test
    @ResourceLock(TestClusters.DISTURBED)
    void findsAnOutageOfAFewSecondsAndItsCause() {
        KafkaEmbeddedCluster cluster = TestClusters.disturbed();
        RunResult result = runWithPause(
                cluster,
                Workloads.small().topics(1, 6),
                cluster.driverConfig().withSettings(Map.of("client", "wire")),
                6,
                2500);

        Outages publish = publish(result);
        assertThat(publish.count()).isEqualTo(1);
        // The fault tool needs some time, too.
        assertThat(publish.unavailableSeconds()).isEqualTo(2.5, within(0.5));
        assertThat(publish.partial()).isEmpty();
        assertThat(result.findings()).extracting(Finding::code).contains(FindingCode.UNAVAILABLE);
        StalledEndTest.assertExplained(result);
    }

    /** One of three brokers stands still for 3.6 s, and takes the leaders of two of six partitions along. */
    @Test
    @ResourceLock(TestClusters.THREE)
    void findsAnOutageOfSomePartitions() {
        KafkaEmbeddedCluster cluster = TestClusters.three();
        RunResult result = runWithPause(
                cluster,
                Workloads.small().topics(1, 6).keys(KeySpec.of(KeyDistributor.RANDOM_NANO)),
                SharedCluster.withProducer(cluster.driverConfig(), LEADER_ONLY),
                7,
                3600);

        Outages publish = publish(result);
        assertThat(publish.partial()).singleElement().satisfies(outage -> {
            assertThat(outage.seconds()).isEqualTo(3.6, within(0.6));
            assertThat(outage.count()).isEqualTo(2);
            assertThat(outage.partitions()).hasSize(2).allMatch(name -> name.startsWith("weir-"));
        });
        assertThat(publish.count()).isZero();
        assertThat(result.findings())
                .filteredOn(finding -> finding.code() == FindingCode.UNAVAILABLE
                        && finding.text().contains(" acknowledged although "))
                .singleElement()
                .satisfies(finding -> assertThat(finding.text())
                        .contains(" s nothing of 2 partitions (weir-")
                        .startsWith("for 3."));
    }

    private RunResult runWithPause(
            KafkaEmbeddedCluster cluster, Workloads workloads, DriverConfig config, int seconds, long millis) {
        Workload workload = workloads
                .rates(300, 300)
                .durations(Duration.ofSeconds(2), Duration.ofSeconds(seconds))
                .build();
        BrokerFaults faults = cluster.faults().orElseThrow();
        try (var mini = new MiniCluster(1, folder)) {
            return MiniCluster.undisturbed(() -> mini.run(workload, config, MiniCluster.inMeasurement(() -> {
                faults.pause(1);
                CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS).execute(() -> faults.resume(1));
            })));
        }
    }

    private static Outages publish(RunResult result) {
        assertThat(result.failure()).isEmpty();
        return Availability.PART.in(result.weir()).orElseThrow().publish();
    }

    /** What Weir promises, from the last acknowledgement to the end of the run: 30 s without an answer, 20 s to close. */
    @Test
    @Tag("soak")
    void aRunThatLosesItsOnlyBrokerEndsWithinAMinuteOfTheLastAcknowledgement() {
        var ticks = new AtomicInteger();
        Workload workload = Workloads.small()
                .rates(500, 500)
                .durations(Duration.ofSeconds(1), Duration.ofSeconds(2))
                .build();
        RunResult result;
        try (var cluster = new KafkaEmbeddedClusters(Map.of()).start(1, 0);
                var mini = new MiniCluster(1, folder)) {
            result = mini.run(workload, cluster.driverConfig(), (coordinator, tick) -> {
                // When 8 of 10 snapshots of the measurement were taken.
                if (tick.phase() == Phase.MEASUREMENT && ticks.incrementAndGet() == 8) {
                    cluster.faults().orElseThrow().kill(1);
                }
            });
        }

        assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(result.failure()).startsWith("no broker has answered for 30 s after the load");
        assertThat(result.reasons())
                .filteredOn(reason -> reason.code() == ReasonCode.LEFT_ON_CLUSTER)
                .extracting(Reason::text)
                .anyMatch(text -> text.startsWith("no broker answers, so these topics could not be deleted: "));
        Instant lastAcknowledged = result.intervals().stream()
                .filter(interval -> interval.counts().sends().acknowledged() > 0)
                .map(interval -> Instant.parse(interval.begin()).plusNanos(Math.round(interval.seconds() * 1e9)))
                .max(Comparator.naturalOrder())
                .orElseThrow();
        assertThat(Duration.between(lastAcknowledged, Instant.EPOCH.plusNanos(result.endNanos())))
                .as("%s", result.weir().course().phases())
                .isLessThan(Duration.ofMinutes(1));
    }
}

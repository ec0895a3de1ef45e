package dev.weir.driver.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.MiniCluster;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.driver.durability.DurabilitySource;
import dev.weir.driver.kafka.SharedCluster;
import dev.weir.feature.availability.Availability;
import dev.weir.feature.availability.AvailabilityResult;
import dev.weir.feature.availability.AvailabilityResult.RecoveryTime;
import dev.weir.feature.faults.FaultSection;
import dev.weir.feature.faults.FaultSection.BrokerFault;
import dev.weir.feature.faults.FaultSection.BrokerFault.Action;
import dev.weir.measure.Latency;
import dev.weir.result.RunResult;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Whole runs on three brokers of which some fail. */
@Order(1)
@ResourceLock(TestClusters.THREE)
class BrokerFaultTest {
    @TempDir
    Path folder;

    @Test
    void fullyAcknowledgedMessagesSurviveTheDeathOfALeader() {
        assertSurvival("kafka");
    }

    @Test
    @Tag("soak")
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
    void whatOnlyADeadLeaderHadIsFoundLost() {
        KafkaEmbeddedCluster cluster = TestClusters.three();
        DriverConfig config = SharedCluster.withProducer(
                cluster.driverConfig(),
                Map.of(
                        "acks", "1",
                        "enable.idempotence", "false",
                        "request.timeout.ms", "10000",
                        "delivery.timeout.ms", "30000"));
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
                .section(new FaultSection(), List.of(faults))
                .build();
        KafkaEmbeddedCluster cluster = TestClusters.three();
        try (var mini = new MiniCluster(1, folder)) {
            return mini.run(workload, config, cluster.faults().orElseThrow());
        }
    }
}

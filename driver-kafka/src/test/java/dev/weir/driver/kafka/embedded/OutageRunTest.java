package dev.weir.driver.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.coordinator.MiniCluster;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.embedded.BrokerFaults;
import dev.weir.driver.kafka.SharedCluster;
import dev.weir.feature.availability.Availability;
import dev.weir.feature.availability.AvailabilityResult.Outages;
import dev.weir.result.RunResult;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import dev.weir.workload.message.KeyDistributor;
import dev.weir.workload.message.KeySpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Whole runs whose brokers stand still for a time that is known, between snapshots of a second. */
class OutageRunTest {
    private static final Map<String, String> LEADER_ONLY = Map.of("acks", "1", "enable.idempotence", "false");

    @TempDir
    Path folder;

    /** The only broker stands still for 2.5 s, which need not cover a whole snapshot without an acknowledgement. */
    @Test
    @ResourceLock(TestClusters.DISTURBED)
    void findsAnOutageOfAFewSecondsAndItsCause() {
        KafkaEmbeddedCluster cluster = TestClusters.disturbed();
        RunResult result = run(
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

    /**
     * One of three brokers stands still for 3.6 s, and takes the leaders of two of six partitions along.
     */
    @Test
    @ResourceLock(TestClusters.THREE)
    void findsAnOutageOfSomePartitions() {
        KafkaEmbeddedCluster cluster = TestClusters.three();
        RunResult result = run(
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

    private RunResult run(
            KafkaEmbeddedCluster cluster, Workloads workloads, DriverConfig config, int seconds, long millis) {
        Workload workload = workloads
                .rates(300, 300)
                .durations(Duration.ofSeconds(2), Duration.ofSeconds(seconds))
                .build();
        BrokerFaults faults = cluster.faults().orElseThrow();
        try (var mini = new MiniCluster(1, folder)) {
            return mini.run(workload, config, MiniCluster.inMeasurement(() -> {
                faults.pause(1);
                CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS).execute(() -> faults.resume(1));
            }));
        }
    }

    private static Outages publish(RunResult result) {
        assertThat(result.failure()).isEmpty();
        return Availability.PART.in(result.weir()).orElseThrow().publish();
    }
}

package dev.weir.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.MiniCluster;
import dev.weir.driver.config.DriverConfig;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.result.RunResult;
import dev.weir.result.code.FindingCode;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole run whose consumers commit no offsets, lose their group in the measurement, and so read everything again. */
@Order(1)
class RepeatedReadsTest {
    private static final int RATE = 500;
    private static final int WARM_UP_SECONDS = 2;
    private static final int SECONDS = 4;

    /** Other tests have groups on the same broker. */
    private static final String PREFIX = "repeated-";

    @TempDir
    Path folder;

    @Test
    void messagesThatAreReadAgainAreNoLatencySamples() {
        RunResult result = run();

        assertThat(result.failure()).isEmpty();
        long duplicated = result.audit().violations().duplicated();
        assertThat(duplicated).isGreaterThan(RATE * WARM_UP_SECONDS);
        LatencySamples first = result.measured().of(Latency.END_TO_END_RESPONSE);
        assertThat(first.count()).isEqualTo(RATE * SECONDS);
        assertThat(result.intervals().stream()
                        .mapToLong(interval -> interval.counts().receipts().repeated())
                        .sum())
                .isEqualTo(duplicated);
        // On a busy host, messages of the warm-up arrive in the measurement, too.
        assertThat(result.weir().load().throughput().orElseThrow().deliveredMessagesPerSecond())
                .isLessThan(RATE + duplicated / 2.0 / SECONDS);
        assertThat(result.findings())
                .filteredOn(finding -> finding.code() == FindingCode.MESSAGES_DUPLICATED)
                .singleElement()
                .satisfies(finding -> assertThat(finding.text())
                        .contains(", the group of a consumer had committed no offset for a partition"));
    }

    private RunResult run() {
        DriverConfig shared = SharedCluster.config("kafka");
        // With Kafka's 3 s between heartbeats, a consumer on a busy host may hear of the loss only after the load.
        DriverConfig config = SharedCluster.withTopics(
                        shared, SharedCluster.topics(PREFIX, shared.topics().properties()))
                .withConsumerConfig(Map.of(
                        "enable.auto.commit", "false",
                        "offsetCommitLingerMs", "3600000",
                        "auto.offset.reset", "earliest",
                        "heartbeat.interval.ms", "300"));
        Workload workload = Workloads.small()
                .topics(1, 3)
                // Two would commit offset 0 when they join one after the other.
                .subscriptionsPerTopic(1, 1)
                .rates(RATE, RATE)
                .durations(Duration.ofSeconds(WARM_UP_SECONDS), Duration.ofSeconds(SECONDS))
                .build();
        try (var admin = Admin.create(Map.copyOf(shared.clients().common()));
                var mini = new MiniCluster(1, folder)) {
            return mini.run(workload, config, SharedCluster.inMeasurement(() -> removeMembers(admin)));
        }
    }

    private static void removeMembers(Admin admin) {
        for (GroupListing group : SharedCluster.answer(admin.listGroups().all())) {
            if (group.groupId().startsWith(PREFIX) && !group.groupId().endsWith("-mark")) {
                SharedCluster.answer(admin.removeMembersFromConsumerGroup(
                                group.groupId(), new RemoveMembersFromConsumerGroupOptions())
                        .all());
            }
        }
    }
}

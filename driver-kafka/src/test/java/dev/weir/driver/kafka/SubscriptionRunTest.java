package dev.weir.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.audit.AuditResult;
import dev.weir.coordinator.MiniCluster;
import dev.weir.measure.Latency;
import dev.weir.result.RunResult;
import dev.weir.result.code.EventKind;
import dev.weir.result.interval.LatencySummary;
import dev.weir.result.interval.PartSummary;
import dev.weir.result.interval.Phase;
import dev.weir.result.run.SubscriptionResult;
import dev.weir.workload.StartPosition;
import dev.weir.workload.Subscription;
import dev.weir.workload.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs with several kinds of readers, on an embedded broker. */
@Order(1)
class SubscriptionRunTest {
    private static final Subscription TAIL =
            new Subscription("tail", 2, StartPosition.LATEST, OptionalLong.empty(), 0, Map.of());
    private static final Subscription ARCHIVE = new Subscription(
            "archive", 2, StartPosition.EARLIEST, seconds(3), 2_500_000, Map.of("max.partition.fetch.bytes", "4000"));
    private static final Subscription LATE = new Subscription("late", 1, StartPosition.LATEST, seconds(2), 0, Map.of());
    private static final Subscription RECENT =
            new Subscription("recent", 1, StartPosition.back(1_000_000_000), seconds(4), 0, Map.of());

    @TempDir
    Path folder;

    @Test
    void readersThatBeginLaterHaveFiguresOfTheirOwn() {
        try (var cluster = new MiniCluster(2, folder).losingNothing()) {
            RunResult result = cluster.run(
                    Workloads.small()
                            .subscriptions(TAIL, ARCHIVE, LATE, RECENT)
                            // On a busy host, waits of 2.5 ms take 10 ms, and the archive is to catch up all the same.
                            .rates(100, 100)
                            .durations(Duration.ofSeconds(1), Duration.ofSeconds(14))
                            .build(),
                    SharedCluster.config("kafka"));

            AuditResult audit = result.audit();
            assertThat(result.failure()).isEmpty();
            assertThat(audit.verdict()).as(audit.toString()).isEqualTo("clean");
            assertThat(audit.counts().delivered())
                    .isBetween(
                            2 * audit.counts().acknowledged(),
                            4 * audit.counts().acknowledged());
            assertThat(audit.blocks().redelivered()).isZero();
            long measured = result.measured().of(Latency.END_TO_END_RESPONSE).count();
            assertThat(measured).isPositive().isLessThanOrEqualTo(1_400);
            assertThat(result.weir().course().parts())
                    .filteredOn(part -> part.phase().equals(Phase.MEASUREMENT.key()))
                    .extracting(PartSummary::part)
                    .startsWith("measurement", "measurement, late reading")
                    .contains("measurement, archive caught up, late reading, recent reading");
            assertThat(result.weir().course().events())
                    .filteredOn(event -> event.kind() == EventKind.LOAD_CHANGED)
                    .extracting(event -> event.text().replaceFirst(",.*", ""))
                    .containsSubsequence(
                            "the consumers of subscription archive begin", "subscription archive has caught up");
            List<SubscriptionResult> subscriptions = result.weir().clients().subscriptions();
            assertThat(subscriptions)
                    .extracting(SubscriptionResult::label)
                    .containsExactly("tail", "archive", "late", "recent");
            assertThat(subscriptions.get(0).laterStart()).isEmpty();
            var archive = subscriptions.get(1).laterStart().orElseThrow();
            assertThat(archive.afterSeconds()).isEqualTo(3);
            assertThat(archive.caughtUpAfterSeconds()).isPresent();
            // Two consumers that take 2.5 ms for a message; snapshots of two workers are not of the same moment.
            assertThat(archive.catchUpMessagesPerSecond().orElseThrow()).isBetween(1.0, 1.25 * 800);
            assertThat(responses(subscriptions.get(1)).count()).isEqualTo(measured);
            // Messages of the 3 s before it was there took as long as that.
            assertThat(responses(subscriptions.get(1)).maxNanos())
                    .isGreaterThan(Duration.ofSeconds(2).toNanos());
            assertThat(responses(subscriptions.get(2)).count()).isBetween(1L, measured - 1);
            assertThat(responses(subscriptions.get(3)).count()).isBetween(1L, measured - 1);
        }
    }

    private static LatencySummary responses(SubscriptionResult subscription) {
        return Objects.requireNonNull(subscription.latency().get(Latency.END_TO_END_RESPONSE.key()));
    }

    private static OptionalLong seconds(int seconds) {
        return OptionalLong.of(Duration.ofSeconds(seconds).toNanos());
    }
}

package dev.weir.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.audit.AuditResult;
import dev.weir.coordinator.MiniCluster;
import dev.weir.driver.client.Connections;
import dev.weir.driver.client.MessageHeader;
import dev.weir.driver.config.DriverConfig;
import dev.weir.feature.connections.ProducerConnections;
import dev.weir.feature.connections.ProducerConnections.ConnectionCounts;
import dev.weir.feature.transactions.PipelineSection.PipelineSpec;
import dev.weir.feature.transactions.PipelineSection.Transform;
import dev.weir.feature.transactions.TransactionSection.TransactionSpec;
import dev.weir.feature.transactions.Transactions;
import dev.weir.measure.Latency;
import dev.weir.result.RunResult;
import dev.weir.result.code.Code;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.document.RunClients.ConsumerResult;
import dev.weir.result.document.RunClients.ProducerResult;
import dev.weir.result.document.RunClients.SubscriptionResult;
import dev.weir.result.interval.LatencySummary;
import dev.weir.result.interval.PartSummary;
import dev.weir.result.interval.Phase;
import dev.weir.workload.StartPosition;
import dev.weir.workload.Subscription;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import dev.weir.workload.message.KeyDistributor;
import dev.weir.workload.message.KeySpec;
import dev.weir.workload.message.PayloadSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Whole runs of other clients than usual, on an embedded broker: readers of several kinds, producers with hundreds of
 * connections, clients with quotas, and transactions of messages with headers.
 */
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class ClientKindsRunTest {
    private static final Subscription TAIL =
            new Subscription("tail", 2, StartPosition.LATEST, OptionalLong.empty(), 0, Map.of());
    private static final Subscription ARCHIVE = new Subscription(
            "archive", 2, StartPosition.EARLIEST, seconds(3), 2_500_000, Map.of("max.partition.fetch.bytes", "4000"));
    private static final Subscription LATE = new Subscription("late", 1, StartPosition.LATEST, seconds(2), 0, Map.of());
    private static final Subscription RECENT =
            new Subscription("recent", 1, StartPosition.back(1_000_000_000), seconds(4), 0, Map.of());

    /** Bytes in a second. 1,000 messages of 100 bytes are about 100 kB/s. */
    private static final int PRODUCER_QUOTA = 10_000;

    private static final int CONSUMER_QUOTA = 5_000;

    private static final MessageHeader TYPE = new MessageHeader("content-type", "application/json");

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

    @Test
    void messagesOfAllConnectionsAreAuditedAndTheirSetUpIsTimed() {
        try (var cluster = new MiniCluster(2, folder).losingNothing()) {
            RunResult result = cluster.run(
                    Workloads.small()
                            .section(new ProducerConnections(), new Connections(150, Double.POSITIVE_INFINITY))
                            .rates(200, 200)
                            .durations(Duration.ofSeconds(2), Duration.ofSeconds(4))
                            .build(),
                    SharedCluster.config("kafka").withSettings(Map.of("client", "wire")));

            assertThat(result.failure()).isEmpty();
            assertThat(result.audit().verdict()).as(result.audit().toString()).isEqualTo("clean");
            assertThat(result.audit().violations().reordered()).hasValue(0);
            ConnectionCounts connections =
                    ProducerConnections.PART.in(result.weir()).orElseThrow();
            assertThat(connections.asked()).isEqualTo(300);
            assertThat(connections.made() - connections.lost()).isEqualTo(300);
            assertThat(result.measured().of(Latency.CONNECTION_TCP).count()).isEqualTo(connections.made());
            assertThat(result.measured().of(Latency.CONNECTION_FIRST_MESSAGE).count())
                    .isGreaterThanOrEqualTo(300);
            assertThat(result.measured().has(Latency.CONNECTION_TLS)).isFalse();
            assertThat(result.measured().has(Latency.CONNECTION_SASL)).isFalse();
        }
    }

    /** The contract holds that each client reports its delays. */
    @Test
    void reportsTheShareOfTimeThatQuotasTakeAndNoOutage() {
        // On a host without processor time, answers are also late for other reasons than the quota.
        RunResult result = MiniCluster.undisturbed(
                this::runThrottled,
                run -> MiniCluster.lacksProcessorTime(run)
                        && (!codes(run).contains(FindingCode.THROTTLED)
                                || codes(run).contains(FindingCode.UNAVAILABLE)));

        var clients = result.weir().clients();
        assertThat(result.failure()).isEmpty();
        assertThat(result.findings())
                .filteredOn(finding -> finding.code() == FindingCode.THROTTLED)
                .singleElement()
                .extracting(Finding::text)
                .asString()
                .contains("% of the measurement")
                // A busy host may send less than the quota of the producers allows.
                .satisfies(text -> assertThat(text.contains("producers for "))
                        .isEqualTo(clients.producers().stream()
                                .anyMatch(each -> each.metrics().containsKey("produce-throttle-time-max"))))
                .satisfies(text -> assertThat(text.contains("consumers for "))
                        .isEqualTo(clients.consumers().stream()
                                .anyMatch(each -> each.metrics().containsKey("fetch-throttle-time-max"))));
        assertThat(codes(result)).as(result.findings().toString()).doesNotContain(FindingCode.UNAVAILABLE);
    }

    /** On topics that accept only messages with keys, those of transactions too. */
    @Test
    void transactionsAndPipelinesPassTheStampAndTheKeysOn() {
        try (var cluster = new MiniCluster(1, folder).losingNothing()) {
            RunResult result = cluster.run(
                    Workloads.small()
                            .topics(1, 2)
                            .rates(200, 200)
                            .keys(KeySpec.of(KeyDistributor.RANDOM_NANO))
                            .payload(PayloadSpec.of(List.of(new byte[60])).withStampInHeader(true))
                            .headers(TYPE)
                            .section(Transactions.STREAM, new TransactionSpec(10, 0.2))
                            .section(Transactions.PIPELINE, new PipelineSpec(1, 10, Transform.UPPER_CASE))
                            .durations(Duration.ofSeconds(1), Duration.ofSeconds(3))
                            .build(),
                    CompactedTopicRunTest.compacted());

            assertThat(result.failure()).isEmpty();
            assertThat(result.audit().verdict()).as(result.audit().toString()).isEqualTo("clean");
            assertThat(result.audit().counts().aborted()).isPositive();
            assertThat(result.measured().of(Latency.TRANSACTION_VISIBLE).count())
                    .isPositive();
            assertThat(result.weir().clients().producers())
                    .isNotEmpty()
                    .allSatisfy(
                            producer -> assertThat(producer.metrics()).containsKeys("batch-size-avg", "request-total"));
            assertThat(bytesOfEach(result)).containsOnly(60L + TYPE.bytes());
        }
    }

    /** Bytes of a message, by the counts of each client. */
    private static List<Long> bytesOfEach(RunResult result) {
        List<Long> bytes = new ArrayList<>();
        for (ProducerResult client : result.weir().clients().producers()) {
            var sends = client.counts().sends();
            bytes.add(sends.sentBytes() / sends.sent());
        }
        for (ConsumerResult client : result.weir().clients().consumers()) {
            var receipts = client.counts().receipts();
            if (receipts.received() > 0) {
                bytes.add(receipts.receivedBytes() / receipts.received());
            }
        }
        return bytes;
    }

    private static LatencySummary responses(SubscriptionResult subscription) {
        return Objects.requireNonNull(subscription.latency().get(Latency.END_TO_END_RESPONSE.key()));
    }

    private static OptionalLong seconds(int seconds) {
        return OptionalLong.of(Duration.ofSeconds(seconds).toNanos());
    }

    private static List<Code> codes(RunResult result) {
        return result.findings().stream().map(Finding::code).toList();
    }

    private RunResult runThrottled() {
        Workload workload = Workloads.small()
                .subscriptions(new Subscription("all", 1, StartPosition.LATEST, OptionalLong.empty(), 0, Map.of()))
                .section(Transactions.STREAM, new TransactionSpec(20, 0))
                .durations(Duration.ofMillis(400), Duration.ofMinutes(2))
                .build();
        DriverConfig config = SharedCluster.limited(
                SharedCluster.withProducer(SharedCluster.config("kafka"), Map.of("delivery.timeout.ms", "60000")),
                "limited",
                Map.of("producer_byte_rate", (double) PRODUCER_QUOTA, "consumer_byte_rate", (double) CONSUMER_QUOTA));
        var produced = new AtomicLong();
        var consumed = new AtomicLong();
        var ticks = new AtomicInteger();
        try (var cluster = new MiniCluster(1, folder)) {
            return cluster.run(workload, config, (coordinator, tick) -> {
                produced.addAndGet(100 * tick.counts().sends().acknowledged());
                consumed.addAndGet(100 * tick.counts().receipts().received());
                // A broker throttles once the bytes of its window of 10 s exceed ten times the quota.
                boolean exceedsQuotas = produced.get() > 10 * PRODUCER_QUOTA && consumed.get() > 10 * CONSUMER_QUOTA;
                // A measurement with 12 ticks, 5 a second, after that is long enough.
                if (tick.phase() == Phase.MEASUREMENT && exceedsQuotas && ticks.incrementAndGet() == 12) {
                    coordinator.interrupt();
                }
            });
        }
    }
}

package dev.weir.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.audit.AuditExample;
import dev.weir.audit.AuditResult;
import dev.weir.coordinator.MiniCluster;
import dev.weir.driver.client.MessageHeader;
import dev.weir.driver.loading.Drivers;
import dev.weir.feature.sharegroups.SeededHandling;
import dev.weir.feature.sharegroups.ShareCounts;
import dev.weir.feature.sharegroups.ShareGroup;
import dev.weir.feature.sharegroups.ShareGroupFeature;
import dev.weir.feature.sharegroups.ShareGroupResult;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.result.RunResult;
import dev.weir.result.run.SubscriptionResult;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import dev.weir.workload.message.PayloadSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Whole runs with share groups, on an embedded broker. */
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class ShareGroupRunTest {
    private static final Map<String, String> SINGLE_MESSAGES =
            Map.of("max.poll.records", "1", "share.acquire.mode", "record_limit");

    private static final MessageHeader TYPE = new MessageHeader("content-type", "application/json");

    @TempDir
    Path folder;

    /** Each consumer takes one message at a time, so that no lock expires but those of messages that it keeps. */
    @Test
    void releasesAndExpiredLocksAreCountedExactly() {
        var share = new ShareGroup(
                true,
                0.03,
                0.02,
                0.004,
                1,
                false,
                Map.of("share.record.lock.duration.ms", "8000", "share.delivery.count.limit", "3"));
        Workload workload = Workloads.small()
                .topics(1, 1)
                .rates(200, 200)
                .subscriptions(Workloads.jobs(8, 0, share, SINGLE_MESSAGES))
                .durations(Duration.ofSeconds(1), Duration.ofSeconds(9))
                .build();
        RunResult result = run(workload);

        assertThat(result.failure()).isEmpty();
        assertThat(result.audit().verdict()).as(result.audit().toString()).isEqualTo("clean");
        var expected = new SeededHandling(share, workload.run().seed(), 3);
        result.weir()
                .clients()
                .producers()
                .forEach(each ->
                        expected.add(each.producer(), each.counts().sends().acknowledged()));
        ShareGroupResult group = group(result);
        ShareCounts counts = group.counts();
        ShareCounts.Returned returned = counts.returned();
        // A lock can expire while the answer is under way. Then another consumer gets the message, and Kafka confirms
        // both answers. When the host stands still, that happens to at most one message of each consumer.
        long again = group.endedAgain().orElseThrow();
        assertThat(again)
                .isLessThanOrEqualTo(8)
                .isEqualTo(result.audit().blocks().redelivered());
        // The other consumer may release such a message before a third one accepts it.
        assertThat(returned.released()).isBetween(expected.released(), expected.released() + again);
        assertThat(SeededHandling.text(
                        counts.accepted() - again,
                        counts.rejected(),
                        counts.archived(),
                        expected.released(),
                        returned.expired()))
                .isEqualTo(expected.toString());
        assertThat(returned.released()).isGreaterThan(30);
        assertThat(returned.expired()).isGreaterThan(3);
        assertThat(counts.unanswered()).isZero();
        assertThat(counts.deliveriesByAttempt().get(0))
                .isEqualTo(result.audit().counts().acknowledged());
        assertThat(counts.deliveries())
                .isEqualTo(result.audit().counts().acknowledged() + returned.released() + returned.expired() + again);
        assertThat(group.redeliveries()).hasValue(returned.released() + returned.expired() + again);
        LatencySamples first = result.measured().of(Latency.END_TO_END_RESPONSE);
        LatencySamples accepted = result.measured().of(Latency.ACCEPTED_END_TO_END);
        // On a busy host, some messages are too late to be sent.
        assertThat(first.count()).isBetween(1800 - result.weir().load().unsent().orElseThrow(), 1800L);
        assertThat(accepted.count()).isLessThan(first.count());
        // A message whose lock expired was delivered again 8 s later at the earliest.
        assertThat(accepted.maxNanos()).isGreaterThan(8_000_000_000L);
        assertThat(result.measured().of(Latency.ACQUISITION_TO_ACKNOWLEDGEMENT).count())
                .isGreaterThanOrEqualTo(accepted.count());
    }

    /** Their stamps are in headers. */
    @Test
    void consumersBeyondTheNumberOfPartitionsShareTheWork() {
        var share = new ShareGroup(false, 0, 0, 0, 1, false, Map.of());
        RunResult result = run(Workloads.small()
                .topics(1, 1)
                .rates(200, 200)
                .payload(PayloadSpec.random(100).withStampInHeader(true))
                .headers(TYPE)
                .subscriptions(Workloads.jobs(8, 20_000_000, share, Map.of("max.poll.records", "10")))
                .durations(Duration.ofSeconds(1), Duration.ofSeconds(5))
                .build());

        assertThat(result.failure()).isEmpty();
        assertThat(result.audit().verdict()).as(result.audit().toString()).isEqualTo("clean");
        // One consumer alone could take 50 a second.
        SubscriptionResult subscription =
                result.weir().clients().subscriptions().get(0);
        assertThat(subscription.ceilingMessagesPerSecond()).hasValue(400);
        assertThat(result.weir().clients().consumers())
                .filteredOn(consumer -> consumer.counts().receipts().received() > 0)
                .hasSizeGreaterThan(1);
        assertThat(group(result).counts().accepted())
                .isEqualTo(result.audit().counts().acknowledged());
        assertThat(result.weir().clients().consumers())
                .extracting(consumer -> consumer.counts().receipts())
                .allSatisfy(receipts ->
                        assertThat(receipts.receivedBytes()).isEqualTo(receipts.received() * (100 + TYPE.bytes())));
    }

    /** On a busy host, locks expire before the client hands messages out, and Kafka archives them at the limit. */
    @Test
    void aConsumerRenewsTheLocksOfMessagesThatWait() {
        var share = new ShareGroup(
                true,
                0,
                0,
                0,
                2,
                true,
                Map.of("share.record.lock.duration.ms", "2000", "share.delivery.count.limit", "10"));
        RunResult result = run(Workloads.small()
                .topics(1, 1)
                .rates(60, 60)
                .subscriptions(Workloads.jobs(1, 50_000_000, share, Map.of("max.poll.records", "200")))
                .durations(Duration.ofSeconds(1), Duration.ofSeconds(4))
                .build());

        assertThat(result.failure()).isEmpty();
        AuditResult audit = result.audit();
        ShareCounts counts = group(result).counts();
        assertThat(audit.complete()).as(audit.toString()).isTrue();
        assertThat(audit.violations().lost() + audit.violations().duplicated())
                .as(audit.toString())
                .isZero();
        // The client gives up an acknowledgement that is not answered in time, as on a busy host.
        assertThat(audit.blocks().unknown()).isLessThanOrEqualTo(counts.unanswered());
        assertThat(counts.renewed()).isPositive();
        // Locks of messages that the client has not handed out yet cannot be renewed: on a busy host some expire.
        assertThat(counts.accepted() + counts.unanswered())
                .isGreaterThanOrEqualTo(audit.counts().acknowledged());
    }

    @Test
    void messagesThatNoConsumerIsGivenAreLost() {
        var lost = new AtomicInteger();
        var share = new ShareGroup(false, 0, 0, 0, 1, false, Map.of());
        Workload workload = Workloads.small()
                .topics(1, 1)
                .rates(200, 200)
                .subscriptions(Workloads.jobs(1, 0, share, Map.of()))
                .durations(Duration.ofSeconds(1), Duration.ofSeconds(2))
                .build();
        // Kafka, but for a message now and then that is accepted although no consumer was given it.
        var losing = new WatchedShares() {
            @Override
            protected boolean isGiven(int partition, long offset) {
                return offset % 150 != 149 || lost.incrementAndGet() < 0;
            }
        };
        try (var cluster = new MiniCluster(1, folder, new Drivers(List.of(losing)))) {
            RunResult result = cluster.run(workload, SharedCluster.config(WatchedShares.NAME));

            assertThat(result.failure()).isEmpty();
            assertThat(lost).hasPositiveValue();
            assertThat(result.audit().verdict()).isEqualTo("violated");
            assertThat(result.audit().violations().lost()).isEqualTo(lost.get());
            assertThat(result.audit().blocks().examples())
                    .extracting(AuditExample::kind)
                    .contains("lost");
            assertThat(group(result).counts().accepted())
                    .isEqualTo(result.audit().counts().acknowledged() - lost.get());
        }
    }

    private RunResult run(Workload workload) {
        try (var cluster = new MiniCluster(2, folder).deliverySilence(Duration.ofSeconds(20))) {
            return cluster.runUndisturbed(workload, SharedCluster.config("kafka"));
        }
    }

    private static ShareGroupResult group(RunResult result) {
        List<ShareGroupResult> groups = ShareGroupFeature.PART.in(result.weir()).orElseThrow();
        assertThat(groups).hasSize(1);
        return groups.get(0);
    }
}

package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.weir.audit.AuditResult;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.result.RunResult;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.Outcome;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.document.Clocks;
import dev.weir.result.document.Harness;
import dev.weir.result.document.RunClients;
import dev.weir.result.document.RunClients.ConsumerResult;
import dev.weir.result.document.RunClients.PartitionResult;
import dev.weir.result.document.RunClients.ProducerResult;
import dev.weir.result.document.ThresholdCheck;
import dev.weir.result.search.ProbeKind;
import dev.weir.result.search.SearchResult.SearchPoint;
import dev.weir.wire.TestCertificates;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import dev.weir.workload.goal.Threshold;
import dev.weir.workload.message.KeyDistributor;
import dev.weir.workload.message.KeySpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class WholeRunTest extends WholeRuns {
    private static final Duration WARMUP = Duration.ofMillis(400);
    private static final Duration TEST = Duration.ofSeconds(2);

    @Test
    @Tag("slow")
    void deliversAllAcknowledgedMessagesAcrossTwoWorkersOverTls() {
        Path certificates = TestCertificates.make(folder.resolve("certs"));
        RunResult result;
        try (var cluster = MiniCluster.secured(2, folder, certificates, TestCertificates.coordinator(certificates))) {
            result = cluster.runUndisturbed(
                    Workloads.small().rates(2000, 2000).durations(WARMUP, TEST).build(), MiniCluster.none(Map.of()));
        }

        assertThat(result.failure()).isEmpty();
        assertThat(result.outcome()).isIn(Outcome.VALID, Outcome.DEGRADED);
        // On a busy host, the last acknowledgements and deliveries can come after so short a measurement.
        assertThat(result.findings())
                .extracting(Finding::code)
                .isSubsetOf(FindingCode.LOAD_NOT_MET, FindingCode.DELIVERY_NOT_MET);
        assertThat(result.audit().verdict()).isEqualTo("clean");
        assertThat(result.audit().counts()).isEqualTo(new AuditResult.Totals(4800, 0, 0, 4800, 0));
        assertThat(result.measured().of(Latency.PUBLISH_RESPONSE).count()).isEqualTo(4000);
        assertThat(result.measured().of(Latency.END_TO_END_RESPONSE).count()).isEqualTo(4000);
        assertThat(result.throughput().achievedMessagesPerSecond()).isBetween(1000.0, 3000.0);
        assertThat(result.weir().instrument().workers()).allSatisfy(worker -> {
            assertThat(worker.producers()).isEqualTo(1);
            assertThat(worker.consumers()).isEqualTo(1);
        });
        assertThat(result.durability().find(DurabilityKey.FSYNC))
                .hasValueSatisfying(fsync -> assertThat(fsync.value()).isEqualTo("never"));
        assertThat(result.durability().knows(DurabilityKey.CLIENT_HEAP)).isTrue();
        assertThat(result.weir().instrument().harness().orElseThrow().processes())
                .allSatisfy(process -> {
                    assertThat(process.seconds())
                            .isCloseTo(result.throughput().seconds(), Percentage.withPercentage(30));
                    assertThat(process.hiccups().wakeUps().orElseThrow()).isPositive();
                })
                .extracting(Harness.ObservedProcess::process)
                .containsExactly("worker-0", "worker-1");
    }

    @Test
    @Tag("slow")
    void showsAStallInTheResponseTimesOfAllItDelayedWhileServiceTimesHideIt() {
        RunResult result = verifiedRun(
                1,
                Workloads.small().durations(Duration.ZERO, Duration.ofSeconds(5)),
                Map.of("stallAtMessage", "500", "stallMillis", "1000"));

        LatencySamples response = result.measured().of(Latency.PUBLISH_RESPONSE);
        LatencySamples service = result.measured().of(Latency.PUBLISH_SERVICE);
        // 5,000 messages, of which the 1,000 that were due in the stall waited between 0 and 1 s. A busy host can
        // only add to that.
        assertThat(response.percentileNanos(99)).isGreaterThanOrEqualTo(940_000_000L);
        assertThat(response.percentileNanos(90)).isGreaterThanOrEqualTo(490_000_000L);
        assertThat(response.maxNanos()).isGreaterThanOrEqualTo(1_000_000_000L);
        assertThat(service.percentileNanos(99)).isLessThan(response.percentileNanos(99) / 2);
        assertThat(service.maxNanos()).isGreaterThanOrEqualTo(1_000_000_000L);
    }

    @Test
    @Tag("slow")
    void countsLostAndRepeatedMessages() {
        RunResult result = run(
                1,
                Workloads.small().rates(2000, 2000).durations(WARMUP, TEST),
                Map.of("loseEvery", "100", "duplicateEvery", "150"));

        assertThat(result.findings())
                .extracting(Finding::code)
                .contains(FindingCode.MESSAGES_LOST, FindingCode.MESSAGES_DUPLICATED);
        assertThat(result.audit().counts().acknowledged()).isEqualTo(4800);
        // Of the 32 that would be delivered twice, 16 are lost.
        assertThat(result.audit().violations()).isEqualTo(new AuditResult.Violations(48, 16, OptionalLong.of(0), 0, 0));
        // Of the measurement, 40 are lost and 14 repeated. A repeated delivery is no sample of the end-to-end latency.
        assertThat(result.measured().of(Latency.END_TO_END_RESPONSE).count()).isEqualTo(4000 - 40);
        assertThat(result.measured().of(Latency.REPEATED_END_TO_END).count()).isEqualTo(14);
        // Without a threshold in the workload.
        assertThat(result.outcome()).isNotEqualTo(Outcome.FAILED);
        assertThat(result.thresholds())
                .extracting(ThresholdCheck::text, ThresholdCheck::isMissed)
                .containsExactly(tuple("audit.lost == 0", true), tuple("audit.duplicated == 0", true));
    }

    /** Delivery is waited for nevertheless, by the counts. */
    @Test
    @Tag("slow")
    void runsWithoutAnAuditOnRequest() {
        RunResult result = verifiedRun(
                2,
                Workloads.small().rates(2000, 2000).durations(WARMUP, TEST).withoutAudit(),
                Map.of("duplicateEvery", "150"));

        assertThat(result.audit().verdict()).isEqualTo("off");
        assertThat(result.audit().complete()).isTrue();
        assertThat(result.audit().counts()).isEqualTo(new AuditResult.Totals(4800, 0, 0, 4800, 0));
        assertThat(result.intervals().stream()
                        .mapToLong(interval -> interval.counts().receipts().repeated())
                        .sum())
                .isEqualTo(32);
        // A busy host may send late, which is a finding of its own.
        assertThat(result.findings())
                .extracting(Finding::code)
                .doesNotContain(
                        FindingCode.MESSAGES_LOST, FindingCode.MESSAGES_DUPLICATED, FindingCode.MESSAGES_REORDERED);
        assertThat(result.reasons()).extracting(Reason::code).contains(ReasonCode.NOT_AUDITED);
    }

    /** A driver that fails every tenth message, in a run that would take an hour. */
    @Test
    @Tag("slow")
    void endsTheRunInGoodOrderWhenAThresholdWithAbortIsMissed() {
        var threshold =
                new Threshold(Workloads.condition("failed < 30"), Optional.empty(), true, Duration.ofMillis(200));
        Workloads workload = Workloads.small()
                .durations(Duration.ofMillis(200), Duration.ofHours(1))
                .goals(List.of(threshold));

        RunResult result = verifiedRun(2, workload, Map.of("failEvery", "10"));

        assertThat(result.failure()).isEmpty();
        assertThat(result.interrupted()).isFalse();
        assertThat(result.throughput().seconds()).isLessThan(30);
        assertThat(result.findings()).extracting(Finding::code).contains(FindingCode.ENDED_BY_THRESHOLD);
        assertThat(result.audit().complete()).isTrue();
        ThresholdCheck missed = result.thresholds().get(0);
        assertThat(missed.endedRun()).isTrue();
        assertThat(missed.isMissed()).isTrue();
        assertThat(missed.number().orElseThrow()).isGreaterThanOrEqualTo(30);
    }

    /**
     * Of messages that are acknowledged and never delivered it is known for how long delivery was waited for: until
     * consumers had read all logs to their ends.
     */
    @Test
    @Tag("slow")
    void missesAnEndToEndLimitForMessagesThatAreLost() {
        RunResult result = run(2, Workloads.small().thresholds("endToEndResponse.p95 < 1s"), Map.of("loseEvery", "10"));

        ThresholdCheck missed = result.thresholds().get(0);
        assertThat(missed.isMissed()).isTrue();
        assertThat(missed.greaterThan()).isTrue();
        assertThat(missed.number().orElseThrow()).isPositive();
        long unsent = result.weir().load().unsent().orElseThrow();
        for (Latency latency : List.of(Latency.END_TO_END_RESPONSE, Latency.END_TO_END_SERVICE)) {
            LatencySamples endToEnd = result.measured().of(latency);
            long due = result.measured().of(Latency.SEND_DELAY).count()
                    + (latency == Latency.END_TO_END_RESPONSE ? unsent : 0);
            assertThat(endToEnd.total()).as(latency.key()).isEqualTo(due);
            assertThat(endToEnd.censored()).as(latency.key()).isBetween(due / 10, due / 10 + unsent);
        }
        assertThat(result.measured().of(Latency.PUBLISH_SERVICE).censored()).isZero();
    }

    /** Their senders gave them up, and nothing is missing at the consumers. */
    @Test
    @Tag("slow")
    void doesNotMissAnEndToEndLimitForMessagesThatFailedAndWereDelivered() {
        RunResult result = run(
                2,
                Workloads.small().thresholds("endToEndService.p90 < 1h", "publishService.p90 < 1h"),
                Map.of("deliverFailedEvery", "4"));

        assertThat(result.thresholds().get(0).met()).isTrue();
        assertThat(result.thresholds().get(1).isMissed()).isTrue();
        assertThat(result.measured().of(Latency.END_TO_END_SERVICE).censored()).isZero();
        assertThat(result.findings())
                .extracting(Finding::code)
                .contains(FindingCode.OPERATIONS_FAILED, FindingCode.DELIVERED_THOUGH_FAILED);
        assertThat(result.audit().counts()).isEqualTo(new AuditResult.Totals(1050, 350, 0, 1400, 0));
        assertThat(result.audit().violations()).isEqualTo(new AuditResult.Violations(0, 0, OptionalLong.of(0), 350, 0));
        SearchPoint probe = SearchPoint.of(ProbeKind.PROBE, result, folder.resolve("probe.json"));
        assertThat(probe.sustained()).isFalse();
        assertThat(probe.why()).startsWith("publishService.p90 < 1h: > ");
    }

    /** Topics need not be alike, and each subscription receives everything. */
    @Test
    void figuresOfClientsAddUpOverProducersConsumersPartitionsAndHosts() {
        Workload workload = Workloads.small()
                .topics(3, 4)
                .producersPerTopic(3)
                .topicLists(List.of(1, 4, 2), List.of(3, 1, 0))
                .keys(KeySpec.of(KeyDistributor.KEY_ROUND_ROBIN))
                .subscriptionsPerTopic(2, 2)
                .continuingAfterLoss(true)
                .rates(2000, 2000)
                .durations(Duration.ofMillis(400), Duration.ofSeconds(1))
                .build();
        try (var cluster = MiniCluster.onHosts(folder, "a", "b")) {
            RunResult result = MiniCluster.undisturbed(() -> GenuineResults.verified(
                    cluster,
                    folder,
                    workload,
                    MiniCluster.none(Map.of("failEvery", "100")),
                    (coordinator, tick) -> {}));
            RunClients clients = result.weir().clients();

            assertThat(clients.producers()).extracting(ProducerResult::producer).containsExactly(0, 1, 2, 3);
            assertThat(clients.producers())
                    .extracting(producerResult -> producerResult.client().worker())
                    .containsExactly("worker-0", "worker-1", "worker-0", "worker-1");
            Counts sent =
                    clients.producers().stream().map(ProducerResult::counts).reduce(Counts.NONE, Counts::plus);
            assertThat(sent.sends().sent()).isEqualTo(2800);
            assertThat(sent.sends().acknowledged())
                    .isEqualTo(result.audit().counts().acknowledged())
                    .isEqualTo(2800 - 28);
            assertThat(sent.sends().failed())
                    .isEqualTo(result.audit().counts().failed())
                    .isEqualTo(28);
            assertThat(sum(
                            clients.producers(),
                            producer -> of(producer.latency(), Latency.PUBLISH_RESPONSE.key())
                                    .count()))
                    .isEqualTo(result.measured().of(Latency.PUBLISH_RESPONSE).count());

            assertThat(result.audit().verdict()).isEqualTo("clean");
            assertThat(result.audit().counts().delivered()).isEqualTo(2 * (2800 - 28));
            assertThat(clients.consumers()).hasSize(3 * 2 * 2);
            assertThat(sum(
                            clients.consumers(),
                            consumer -> consumer.counts().receipts().received()))
                    .isEqualTo(result.audit().counts().delivered())
                    .isEqualTo(sum(clients.partitions(), PartitionResult::received));
            assertThat(sum(clients.consumers(), ConsumerResult::partitions)).isEqualTo(2 * (1 + 4));
            assertThat(clients.partitions()).hasSize(2 * 7);
            List<PartitionResult> silent = clients.partitions().stream()
                    .filter(partition -> partition.received() == 0)
                    .toList();
            // Of the topic without producers.
            assertThat(silent)
                    .hasSize(2 * 2)
                    .allSatisfy(partition -> assertThat(partition.latency()).isEmpty());
            assertThat(sum(
                            clients.partitions(),
                            partition -> silent.contains(partition)
                                    ? 0
                                    : of(partition.latency(), "endToEndResponse")
                                            .count()))
                    .isEqualTo(result.measured().of(Latency.END_TO_END_RESPONSE).count());

            // The workers are on two hosts, so that the run has both kinds of pairs.
            Clocks pairs = result.weir().checks().clock().orElseThrow();
            for (Latency latency : List.of(Latency.END_TO_END_RESPONSE, Latency.END_TO_END_SERVICE)) {
                long same = of(pairs.sameHost().orElseThrow(), latency.key()).count();
                long across =
                        of(pairs.acrossHosts().orElseThrow(), latency.key()).count();
                assertThat(same).isPositive();
                assertThat(across).isPositive();
                assertThat(same + across)
                        .isEqualTo(result.measured().of(latency).count());
            }
        }
    }

    private static <T> T of(Map<String, T> latency, String name) {
        return Objects.requireNonNull(latency.get(name), name);
    }

    private static <T> long sum(List<T> parts, ToLongFunction<T> part) {
        return parts.stream().mapToLong(part).sum();
    }
}

package dev.weir.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.audit.AuditResult;
import dev.weir.coordinator.MiniCluster;
import dev.weir.coordinator.WorkerProcess;
import dev.weir.driver.config.DriverConfig;
import dev.weir.feature.sharegroups.ShareGroup;
import dev.weir.feature.sharegroups.ShareGroupFeature;
import dev.weir.feature.sharegroups.ShareGroupResult;
import dev.weir.result.RunResult;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.Outcome;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.worker.WorkerServer.WorkerTerms;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whole runs on an embedded broker with workers in processes of their own, which are killed, and with addresses that are
 * none of a worker.
 */
@Order(1)
class WorkerProcessTest {
    @TempDir
    Path folder;

    /** The worker had received some messages without a report, and had reported others without a commit. */
    @Test
    void messagesOfAKilledWorkerAreNeitherLostNorDuplicated() {
        try (var killed = WorkerProcess.start();
                var cluster = new MiniCluster(2, folder)) {
            cluster.add("killed", killed.address());
            Workload workload = load(10).topics(1, 6)
                    .producersPerTopic(3)
                    .subscriptionsPerTopic(1, 3)
                    .continuingAfterLoss(true)
                    .build();

            RunResult result = cluster.run(workload, quicklyGivenUp(), MiniCluster.inMeasurement(killed::kill));

            AuditResult audit = result.audit();
            assertThat(result.failure()).isEmpty();
            assertThat(result.outcome()).isEqualTo(Outcome.DEGRADED);
            assertThat(result.reasons()).extracting(Reason::code).contains(ReasonCode.WORKER_LOST);
            assertThat(result.findings())
                    .extracting(Finding::code)
                    .doesNotContain(
                            FindingCode.MESSAGES_LOST, FindingCode.MESSAGES_DUPLICATED, FindingCode.MESSAGES_REORDERED);
            assertThat(audit.complete()).isTrue();
            assertThat(audit.violations().lost()).isZero();
            assertThat(audit.violations().duplicated()).isZero();
            // The killed worker had committed none of the messages that it had reported. If another consumer had all
            // partitions, the killed worker reported no messages.
            var worker = result.weir().instrument().workers().get(2);
            if (worker.counts().orElseThrow().receipts().received() > 0) {
                assertThat(audit.blocks().unknown() + audit.blocks().redelivered())
                        .isPositive();
            }
            assertThat(worker.lost().orElseThrow().reason())
                    .endsWith("no process listens there any more: its process has ended");
            assertThat(result.weir().load().unsent().orElseThrow()).isPositive();
        }
    }

    /** What its consumers had comes back at once, since the broker releases messages whose consumer has disconnected. */
    @Test
    @Tag("soak")
    void messagesOfAShareGroupThatAKilledWorkerHadAreNotLost() {
        var jobs = Workloads.jobs(
                6,
                50_000_000,
                new ShareGroup(true, 0, 0, 0, 1, false, Map.of()),
                Map.of("max.poll.records", "20", "share.acquire.mode", "record_limit"));
        try (var killed = WorkerProcess.start();
                var cluster = new MiniCluster(2, folder).deliverySilence(Duration.ofSeconds(15))) {
            cluster.add("killed", killed.address());
            Workload workload = load(10).topics(1, 6)
                    .producersPerTopic(3)
                    .subscriptions(jobs)
                    .continuingAfterLoss(true)
                    .build();

            RunResult result = cluster.run(workload, quicklyGivenUp(), MiniCluster.inMeasurement(killed::kill));

            AuditResult audit = result.audit();
            assertThat(result.failure()).isEmpty();
            assertThat(result.reasons()).extracting(Reason::code).contains(ReasonCode.WORKER_LOST);
            assertThat(result.findings())
                    .extracting(Finding::code)
                    .doesNotContain(FindingCode.MESSAGES_LOST, FindingCode.MESSAGES_DUPLICATED);
            assertThat(audit.complete()).isTrue();
            assertThat(audit.violations().lost() + audit.violations().duplicated())
                    .as(audit.toString())
                    .isZero();
            // Some messages have arrived whose acknowledgements the killed worker did not report.
            assertThat(audit.counts().delivered() + audit.blocks().unknown())
                    .isGreaterThanOrEqualTo(audit.counts().acknowledged());
            ShareGroupResult group =
                    ShareGroupFeature.PART.in(result.weir()).orElseThrow().get(0);
            assertThat(group.counts().ended())
                    .isEqualTo(audit.counts().delivered() + audit.blocks().redelivered());
            // What came of the deliveries that it had when it last reported is unknown.
            assertThat(group.counts().unsettled()).isBetween(0L, 3 * 2 * 20L);
        }
    }

    private static Workloads load(int seconds) {
        return Workloads.small().rates(100, 100).durations(Duration.ofSeconds(1), Duration.ofSeconds(seconds));
    }

    /** What a dead client had is free after some seconds, and consumers commit nothing. */
    private static DriverConfig quicklyGivenUp() {
        return SharedCluster.withProducer(SharedCluster.config("kafka"), Map.of("transaction.timeout.ms", "5000"))
                .withConsumerConfig(Map.of(
                        "session.timeout.ms", "6000",
                        "heartbeat.interval.ms", "1000",
                        "offsetCommitLingerMs", "60000"));
    }

    @Test
    void namesABrokerInPlaceOfAWorker() {
        String[] address = SharedCluster.servers().split(":", -1);
        long begin = System.nanoTime();
        try (var cluster = new MiniCluster(1, folder)) {
            cluster.add("other", new InetSocketAddress(address[0], Integer.parseInt(address[1])));

            RunResult result = cluster.run(Workloads.small().build(), SharedCluster.config("kafka"));

            assertThat(result.failure())
                    .contains(
                            "worker other cannot be used: a broker of Kafka or Redpanda listens there, and no worker");
        }
        // It tried again for 15 s before.
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(14));
    }

    @Test
    void namesAnAddressAtWhichAnotherProgramListens() throws IOException {
        try (var cluster = new MiniCluster(0, folder);
                var silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            cluster.add("other", (InetSocketAddress) silent.getLocalSocketAddress());

            assertThat(cluster.run(Workloads.small().build(), DriverConfig.of("none"))
                            .failure())
                    .contains("not answering as workers (check that bin/benchmark-worker listens there, and no other"
                            + " program) in time: other");
        }
    }

    @Test
    void namesAWorkerWithTwoNames() {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (var cluster = new MiniCluster(0, folder);
                var worker = MiniCluster.listen(WorkerTerms.STRICT)) {
            var address = new InetSocketAddress(loopback, ((InetSocketAddress) worker.address()).getPort());
            cluster.add("one", address);
            cluster.add("two", address);

            RunResult result = cluster.run(Workloads.small().build(), SharedCluster.config("kafka"));

            assertThat(result.failure())
                    .contains("is the same process as another worker of this run: name each worker once");
        }
    }
}

package dev.weir.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.MiniCluster;
import dev.weir.driver.config.DriverConfig;
import dev.weir.feature.transactions.TransactionSection.TransactionSpec;
import dev.weir.feature.transactions.Transactions;
import dev.weir.result.RunResult;
import dev.weir.result.code.Code;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.interval.Phase;
import dev.weir.workload.StartPosition;
import dev.weir.workload.Subscription;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole run of clients with quotas, on an embedded broker. The contract holds that each client reports its delays. */
@Order(1)
class ThrottledRunTest {
    private static final String ID = "limited";
    /** Bytes in a second. 1,000 messages of 100 bytes are about 100 kB/s. */
    private static final int PRODUCED = 10_000;

    private static final int CONSUMED = 5_000;

    /** Ticks of the measurement, 5 a second, after the clients have exceeded both quotas. */
    private static final int TICKS = 12;

    @TempDir
    Path folder;

    @Test
    void reportsTheShareOfTimeAndNoOutage() {
        // On a host without processor time, answers are also late for other reasons than the quota.
        RunResult result = MiniCluster.undisturbed(
                this::run,
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

    private static List<Code> codes(RunResult result) {
        return result.findings().stream().map(Finding::code).toList();
    }

    private RunResult run() {
        Workload workload = Workloads.small()
                .subscriptions(new Subscription("all", 1, StartPosition.LATEST, OptionalLong.empty(), 0, Map.of()))
                .section(Transactions.STREAM, new TransactionSpec(20, 0))
                .durations(Duration.ofMillis(400), Duration.ofMinutes(2))
                .build();
        DriverConfig config = SharedCluster.limited(
                SharedCluster.withProducer(SharedCluster.config("kafka"), Map.of("delivery.timeout.ms", "60000")),
                ID,
                Map.of("producer_byte_rate", (double) PRODUCED, "consumer_byte_rate", (double) CONSUMED));
        var produced = new AtomicLong();
        var consumed = new AtomicLong();
        var ticks = new AtomicInteger();
        try (var cluster = new MiniCluster(1, folder)) {
            return cluster.run(workload, config, (coordinator, tick) -> {
                produced.addAndGet(100 * tick.counts().sends().acknowledged());
                consumed.addAndGet(100 * tick.counts().receipts().received());
                // A broker throttles once the bytes of its window of 10 s exceed ten times the quota.
                boolean exceedsQuotas = produced.get() > 10 * PRODUCED && consumed.get() > 10 * CONSUMED;
                if (tick.phase() == Phase.MEASUREMENT && exceedsQuotas && ticks.incrementAndGet() == TICKS) {
                    coordinator.interrupt();
                }
            });
        }
    }
}

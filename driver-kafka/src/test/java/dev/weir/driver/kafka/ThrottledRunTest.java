package dev.weir.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.MiniCluster;
import dev.weir.driver.config.DriverConfig;
import dev.weir.feature.availability.Availability;
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
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole runs of clients with quotas, on an embedded broker. */
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class ThrottledRunTest {
    /** Of measurement, at 5 a second, since the brokers began to throttle. */
    private static final int TICKS = 12;

    @TempDir
    Path folder;

    /** 1,000 messages of 100 bytes a second are about 100 kB/s. */
    @ParameterizedTest
    @CsvSource({
        "kafka, producer_byte_rate, 20000, producers",
        "kafka, consumer_byte_rate, 20000, consumers",
        "wire, request_percentage, 0.02, producers"
    })
    void reportsTheShareOfTimeAndNoOutage(String client, String quota, double limit, String throttled) {
        RunResult result = run(client, quota, limit, load().build());

        assertThat(result.failure()).isEmpty();
        assertThat(result.weir().verdict().findings())
                .filteredOn(finding -> finding.code() == FindingCode.THROTTLED)
                .singleElement()
                .satisfies(finding ->
                        assertThat(finding.text()).contains(throttled + " for ").contains("% of the measurement"));
        assertThat(result.weir().verdict().findings())
                .extracting(Finding::code)
                .as(result.weir().verdict().findings() + "\n" + Availability.PART.in(result.weir()))
                .doesNotContain(FindingCode.UNAVAILABLE);
        if (throttled.equals("producers")) {
            assertThat(result.weir().clients().producers())
                    .anySatisfy(producer -> assertThat(producer.metrics())
                            .containsKeys("produce-throttle-time-avg", "produce-throttle-time-max"));
        }
    }

    @Test
    void reportsThrottledTransactions() {
        Workload workload =
                load().section(Transactions.STREAM, new TransactionSpec(20, 0)).build();
        // On a host without processor time, answers are also late for other reasons than the quota.
        RunResult result = MiniCluster.undisturbed(
                () -> run("kafka", "producer_byte_rate", 10_000, workload),
                run -> MiniCluster.lacksProcessorTime(run)
                        && (!codes(run).contains(FindingCode.THROTTLED)
                                || codes(run).contains(FindingCode.UNAVAILABLE)));

        assertThat(codes(result)).contains(FindingCode.THROTTLED).doesNotContain(FindingCode.UNAVAILABLE);
    }

    private static List<Code> codes(RunResult result) {
        return result.weir().verdict().findings().stream().map(Finding::code).toList();
    }

    private static Workloads load() {
        return Workloads.small()
                .subscriptions(new Subscription("all", 1, StartPosition.LATEST, OptionalLong.empty(), 0, Map.of()))
                .durations(Duration.ofMillis(400), Duration.ofMinutes(2));
    }

    private RunResult run(String client, String quota, double limit, Workload workload) {
        DriverConfig shared = SharedCluster.config("kafka");
        String id = "limited-" + client + "-" + quota + "-" + limit;
        Map<String, String> ofId = Map.of("client.id", id);
        boolean ofConsumers = quota.startsWith("consumer");
        DriverConfig config = SharedCluster.withProducer(
                        SharedCluster.withProducer(shared, Map.of("delivery.timeout.ms", "60000")),
                        ofConsumers ? Map.of() : ofId)
                .withConsumerConfig(ofConsumers ? ofId : Map.of())
                .withSettings(Map.of("client", client));
        try (var admin = Admin.create(Map.copyOf(shared.clients().common()))) {
            SharedCluster.answer(admin.alterClientQuotas(List.of(new ClientQuotaAlteration(
                            new ClientQuotaEntity(Map.of(ClientQuotaEntity.CLIENT_ID, id)),
                            List.of(new ClientQuotaAlteration.Op(quota, limit)))))
                    .all());
        }
        var bytes = new AtomicLong();
        var ticks = new AtomicInteger();
        try (var cluster = new MiniCluster(1, folder)) {
            return cluster.run(workload, config, (coordinator, tick) -> {
                long messages = ofConsumers
                        ? tick.counts().receipts().received()
                        : tick.counts().sends().acknowledged();
                // Brokers throttle after ten seconds' worth of bytes, those of requests included; a slow host takes
                // longer.
                boolean isThrottled = !quota.endsWith("_byte_rate") || bytes.addAndGet(100 * messages) > 5 * limit;
                if (tick.phase() == Phase.MEASUREMENT && isThrottled && ticks.incrementAndGet() == TICKS) {
                    coordinator.interrupt();
                }
            });
        }
    }
}

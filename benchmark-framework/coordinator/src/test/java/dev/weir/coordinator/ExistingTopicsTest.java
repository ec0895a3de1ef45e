package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withPrecision;

import dev.weir.audit.AuditResult;
import dev.weir.driver.Driver;
import dev.weir.driver.RecordedSends;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.client.Producer;
import dev.weir.driver.client.ProducerSpec;
import dev.weir.driver.loading.Drivers;
import dev.weir.measure.Latency;
import dev.weir.result.RunResult;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.interval.Interval;
import dev.weir.workload.Workloads;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whole runs on topics that are not the run's own. */
@Tag("slow")
class ExistingTopicsTest extends WholeRuns {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final byte[] FOREIGN = new byte[1000];

    /** While it is open, the topics of this process stay. */
    private final Driver driver =
            Drivers.onClassPath().find("none").orElseThrow().open(MiniCluster.none(Map.of()));

    private final Admin admin = driver.openAdmin();

    @BeforeEach
    void createTopics() {
        admin.createTopics(List.of(new TopicSpec("orders", 3), new TopicSpec("invoices", 1)), LIMIT);
    }

    @AfterEach
    void close() {
        admin.deleteTopics(List.of("orders", "invoices"), LIMIT);
        admin.close();
        driver.close();
    }

    /** What others send there meanwhile is foreign. */
    @Test
    void areUsedAsTheyAreAndStay() {
        RunResult result;
        try (var sending = new Sending()) {
            result = run(2, Workloads.small().existing(List.of("orders", "invoices")), Map.of(), sending);
        }

        assertThat(result.failure()).isEmpty();
        assertThat(result.audit().verdict()).isEqualTo("clean");
        assertThat(result.audit().counts()).isEqualTo(new AuditResult.Totals(1400, 0, 0, 1400, 0));
        assertThat(result.findings()).extracting(Finding::code).contains(FindingCode.FOREIGN_MESSAGES);
        assertThat(result.weir().clients().partitions()).hasSize(4);
        assertThat(result.weir().origin().provenance().orElseThrow().system())
                .containsEntry("partitions of orders", "3");
        assertThat(admin.partitions(List.of("orders", "invoices", "bills"), LIMIT))
                .containsOnlyKeys("orders", "invoices");
    }

    @Test
    void haveToExist() {
        RunResult result =
                run(2, Workloads.small().existing(List.of("orders", "bills")), Map.of(), (coordinator, tick) -> {});

        assertThat(result.failure())
                .isEqualTo("topics that are to be used as they are do not exist: bills; create them, or have topics"
                        + " created with topics:");
        assertThat(admin.partitions(List.of("orders", "invoices", "bills"), LIMIT))
                .containsOnlyKeys("orders", "invoices");
    }

    @Test
    void aConsumeOnlyRunEndsWhenNoMoreMessagesArrive() {
        RunResult result;
        long sent;
        try (var sending = new Sending()) {
            result = run(
                    2,
                    Workloads.small()
                            .existing(List.of("orders"))
                            .consumeOnly()
                            .durations(Duration.ZERO, Duration.ofSeconds(60)),
                    Map.of(),
                    sending);
            sent = sending.sent.get();
        }

        assertThat(result.failure()).isEmpty();
        assertThat(result.reasons())
                .extracting(Reason::code)
                .contains(ReasonCode.CONSUME_ONLY)
                .doesNotContain(ReasonCode.NOT_AUDITED, ReasonCode.NOTHING_MEASURED, ReasonCode.SERVICE_TIMES_ONLY);
        // They came within three snapshots; then the run waited for more for 5 s.
        assertThat(result.throughput().seconds()).isPositive().isLessThan(4.0);
        assertThat(result.audit().counts().delivered()).isEqualTo(sent).isPositive();
        assertThat(result.throughput().deliveredMessagesPerSecond()
                        * result.throughput().seconds())
                .isCloseTo((double) sent, withPrecision(0.01));
        assertThat(result.throughput().deliveredMebibytesPerSecond()
                        * result.throughput().seconds())
                .isEqualTo(sent * 1000.0 / (1 << 20), withPrecision(0.01));
        assertThat(result.findings()).isEmpty();
        assertThat(Latency.values()).noneMatch(result.measured()::has);
    }

    /** Another producer, which sends some messages at each of the first ticks. */
    private final class Sending implements MiniCluster.Reaction, AutoCloseable {
        private static final int TICKS = 3;

        private final Producer producer =
                driver.openProducer(new ProducerSpec("other", "orders", 3), new RecordedSends());
        private final AtomicLong sent = new AtomicLong();
        private int ticks;

        @Override
        public void tick(Coordinator coordinator, Interval tick) {
            if (ticks++ < TICKS) {
                for (int i = 0; i < 100; i++) {
                    producer.send(-1, null, FOREIGN, null, i, 0, 0);
                    sent.incrementAndGet();
                }
            }
        }

        @Override
        public void close() {
            producer.close();
        }
    }
}

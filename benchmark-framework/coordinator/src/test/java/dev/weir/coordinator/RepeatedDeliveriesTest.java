package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.DriverFactory;
import dev.weir.driver.client.Consumer;
import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.client.ReceiveListener;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.loading.Drivers;
import dev.weir.measure.Latency;
import dev.weir.result.RunResult;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.worker.message.Stamp;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs in which a consumer receives again what its subscription has received before. */
@Order(1)
class RepeatedDeliveriesTest {
    private static final int RATE = 500;
    private static final int SECONDS = 3;
    private static final int AGAIN_AFTER = 2 * RATE;

    @TempDir
    Path folder;

    /** Deliveries so far, and how many of them were repeated for messages of the measurement. */
    private final Queue<Received> received = new ConcurrentLinkedQueue<>();

    private final AtomicBoolean begun = new AtomicBoolean();
    private final AtomicInteger repeated = new AtomicInteger();
    private final AtomicInteger repeatedMeasured = new AtomicInteger();

    /** A delivery, which can be made again. */
    private interface Received {
        void repeat(ReceiveListener listener, int repeatingWorker);
    }

    /** As if the consumer's group had no committed offset after a rebalance. */
    @Test
    void aRepeatedDeliveryIsNoLatencySample() {
        RunResult result = run(1);

        assertThat(result.audit().violations().duplicated()).isEqualTo(repeated.get());
        assertThat(result.measured().of(Latency.END_TO_END_RESPONSE).count()).isEqualTo(RATE * SECONDS);
        assertThat(result.measured().of(Latency.REPEATED_END_TO_END).count()).isEqualTo(repeatedMeasured.get());
        assertDeliveredOnce(result);
        assertThat(finding(result))
                .contains("; 3 times, the group of a consumer had committed no offset for a partition");
    }

    /** The other worker has received them: only the audit can know that. */
    @Test
    void theDeliveredRateCountsNoMessageTwiceEvenIfTwoWorkersReceiveIt() {
        RunResult result = run(2);

        assertThat(result.audit().violations().duplicated()).isEqualTo(repeated.get());
        assertThat(result.measured().has(Latency.REPEATED_END_TO_END)).isFalse();
        assertDeliveredOnce(result);
        assertThat(finding(result))
                .contains(String.format(Locale.ROOT, "; %,d of these deliveries reached another", repeated.get()));
    }

    /** All messages are delivered once, the last ones perhaps after the last interval. */
    private static void assertDeliveredOnce(RunResult result) {
        assertThat(result.intervals().stream()
                        .mapToLong(interval -> interval.counts().receipts().received())
                        .sum())
                .isBetween(RATE * (SECONDS + 1L) - RATE / 5, RATE * (SECONDS + 1L));
    }

    private static String finding(RunResult result) {
        return result.findings().stream()
                .filter(finding -> finding.code() == FindingCode.MESSAGES_DUPLICATED)
                .map(Finding::text)
                .findFirst()
                .orElseThrow();
    }

    /** With several workers, one consumer receives again what the others received; with one worker, what it received itself. */
    private RunResult run(int workers) {
        Workload workload = Workloads.small()
                .topics(1, 2)
                .subscriptionsPerTopic(1, 2)
                .rates(RATE, RATE)
                .durations(Duration.ofSeconds(1), Duration.ofSeconds(SECONDS))
                .build();
        return MiniCluster.undisturbed(() -> {
            received.clear();
            begun.set(false);
            repeated.set(0);
            repeatedMeasured.set(0);
            return run(workers, workload);
        });
    }

    private RunResult run(int workers, Workload workload) {
        var opened = new AtomicInteger();
        DriverFactory repeating = WrappedNone.factory("repeating", () -> {
            int worker = opened.getAndIncrement();
            return new WrappedNone(Map.of()) {
                @Override
                public Consumer openConsumer(ConsumerSpec spec, ReceiveListener listener) {
                    return super.openConsumer(spec, repeating(listener, worker, workers));
                }
            };
        });
        try (var cluster = new MiniCluster(workers, folder, new Drivers(List.of(repeating)))) {
            return cluster.run(workload, DriverConfig.of("repeating"));
        }
    }

    private ReceiveListener repeating(ReceiveListener listener, int worker, int workers) {
        return new ReceiveListener() {
            private int deliveries;

            @Override
            public void batch(int count) {
                listener.batch(count);
            }

            @Override
            public void received(int partition, long offset, byte[] value, byte @Nullable [] header) {
                listener.received(partition, offset, value, header);
                byte[] copy = value.clone();
                received.add((again, repeatingWorker) -> {
                    if ((workers == 1 || repeatingWorker != worker) && Stamp.sequence(copy) >= 0) {
                        again.received(partition, offset, copy, null);
                        repeated.incrementAndGet();
                        repeatedMeasured.addAndGet(Stamp.isMeasured(copy) ? 1 : 0);
                    }
                });
                if (++deliveries == AGAIN_AFTER / 2 && begun.compareAndSet(false, true)) {
                    listener.positionsReset(3);
                    List.copyOf(received).forEach(message -> message.repeat(listener, worker));
                }
            }

            @Override
            public void failed(Throwable cause, boolean fatal) {
                listener.failed(cause, fatal);
            }
        };
    }
}

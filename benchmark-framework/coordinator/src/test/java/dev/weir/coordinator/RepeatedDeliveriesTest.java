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

/** A whole run in which a consumer receives again what the consumer of another worker has received before. */
@Order(1)
class RepeatedDeliveriesTest extends WholeRuns {
    private static final int RATE = 500;
    private static final int SECONDS = 3;

    private final Queue<Received> received = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean begun = new AtomicBoolean();
    private final AtomicInteger repeated = new AtomicInteger();

    /** A delivery, which can be made again. */
    private interface Received {
        void repeat(ReceiveListener listener, int repeatingWorker);
    }

    /** As if the consumer's group had no committed offset after a rebalance. Only the audit can know who received what. */
    @Test
    void theDeliveredRateCountsNoMessageTwiceEvenIfTwoWorkersReceiveIt() {
        Workload workload = Workloads.small()
                .topics(1, 2)
                .subscriptionsPerTopic(1, 2)
                .rates(RATE, RATE)
                .durations(Duration.ofSeconds(1), Duration.ofSeconds(SECONDS))
                .build();
        var opened = new AtomicInteger();
        DriverFactory driver = WrappedNone.factory("repeating", () -> {
            int worker = opened.getAndIncrement();
            return new WrappedNone(Map.of()) {
                @Override
                public Consumer openConsumer(ConsumerSpec spec, ReceiveListener listener) {
                    return super.openConsumer(spec, repeating(listener, worker));
                }
            };
        });
        RunResult result;
        try (var cluster = new MiniCluster(2, folder, new Drivers(List.of(driver)))) {
            result = cluster.run(workload, DriverConfig.of(driver.name()));
        }

        assertThat(repeated).hasPositiveValue();
        assertThat(result.audit().violations().duplicated()).isEqualTo(repeated.get());
        assertThat(result.measured().has(Latency.REPEATED_END_TO_END)).isFalse();
        // All messages are delivered once, the last ones perhaps after the last interval.
        assertThat(result.intervals().stream()
                        .mapToLong(interval -> interval.counts().receipts().received())
                        .sum())
                .isBetween(RATE * (SECONDS + 1L) - RATE / 5, RATE * (SECONDS + 1L));
        assertThat(result.findings())
                .filteredOn(finding -> finding.code() == FindingCode.MESSAGES_DUPLICATED)
                .extracting(Finding::text)
                .singleElement()
                .asString()
                .contains(
                        String.format(Locale.ROOT, "; %,d of these deliveries reached another", repeated.get()),
                        "; 3 times, the group of a consumer had committed no offset for a partition");
    }

    private ReceiveListener repeating(ReceiveListener listener, int worker) {
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
                    if (repeatingWorker != worker && Stamp.sequence(copy) >= 0) {
                        again.received(partition, offset, copy, null);
                        repeated.incrementAndGet();
                    }
                });
                if (++deliveries == RATE && begun.compareAndSet(false, true)) {
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

package dev.weir.driver.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.Coordinator;
import dev.weir.coordinator.MiniCluster;
import dev.weir.driver.embedded.BrokerFaults;
import dev.weir.driver.kafka.SharedCluster;
import dev.weir.feature.spikes.LatencySpikes.Spike;
import dev.weir.feature.spikes.Spikes;
import dev.weir.result.RunResult;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.RunEvent;
import dev.weir.result.code.SpikeCause;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A whole run on a cluster that the run did not start, of which one of three brokers is away for some time. */
@ResourceLock(TestClusters.THREE)
class BrokerPresenceRunTest {
    private static final Map<String, String> LEADER_ONLY = Map.of("acks", "1", "enable.idempotence", "false");

    @TempDir
    Path folder;

    @Test
    void aBrokerThatLeavesAndReturnsIsAnEventAndTheCauseOfTheSpike() {
        KafkaEmbeddedCluster cluster = TestClusters.three();
        String broker = "broker 1 at " + cluster.bootstrapServers().split(",", 2)[0];
        BrokerFaults faults = cluster.faults().orElseThrow();
        var begun = new AtomicBoolean();
        // -1 until the broker has returned.
        var millisSinceReturn = new AtomicLong(-1);
        Workload workload = Workloads.small()
                .topics(1, 6)
                .rates(300, 300)
                .durations(Duration.ofSeconds(2), Duration.ofSeconds(90))
                .build();
        RunResult result;
        try (var mini = new MiniCluster(1, folder)) {
            result = mini.run(
                    workload,
                    SharedCluster.withProducer(cluster.driverConfig(), LEADER_ONLY),
                    new MiniCluster.Reaction() {
                        @Override
                        public void tick(Coordinator coordinator, Interval tick) {
                            if (tick.phase() == Phase.MEASUREMENT && begun.compareAndSet(false, true)) {
                                faults.kill(1);
                                CompletableFuture.delayedExecutor(4, TimeUnit.SECONDS)
                                        .execute(() -> faults.start(1, Duration.ofSeconds(60)));
                            }
                            if (millisSinceReturn.get() >= 0
                                    && millisSinceReturn.addAndGet((tick.toNanos() - tick.fromNanos()) / 1_000_000)
                                            > 2_000) {
                                coordinator.interrupt();
                            }
                        }

                        @Override
                        public void event(RunEvent event) {
                            if (event.text().startsWith(broker + " returned")) {
                                millisSinceReturn.compareAndSet(-1, 0);
                            }
                        }
                    });
        }

        assertThat(result.failure()).isEmpty();
        assertThat(result.weir().course().events())
                .filteredOn(event -> event.kind() == EventKind.BROKER_CHANGED)
                .extracting(RunEvent::text)
                .filteredOn(text -> text.startsWith(broker))
                .extracting(text -> text.substring(broker.length() + 1).replaceFirst("[ ,].*", ""))
                .containsExactlyInAnyOrder("left", "lost", "returned");
        Spike largest = Spikes.PART.in(result.weir()).orElseThrow().spikes().stream()
                .max(Comparator.comparingDouble(Spike::share))
                .orElseThrow();
        assertThat(largest.cause()).isEqualTo(SpikeCause.BROKER_ABSENT);
        assertThat(largest.where()).isEqualTo(broker);
    }
}

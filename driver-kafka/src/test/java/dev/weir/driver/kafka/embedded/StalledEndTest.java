package dev.weir.driver.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.MiniCluster;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.embedded.BrokerFaults;
import dev.weir.driver.kafka.SharedCluster;
import dev.weir.feature.spikes.LatencySpikes;
import dev.weir.feature.spikes.Spikes;
import dev.weir.result.RunResult;
import dev.weir.result.code.SpikeCause;
import dev.weir.result.interval.Phase;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whole runs in which the only broker stands still when the load ends. In the check, {@link BrokerFaultTest} holds that the broker
 * is named, and {@code SpikeWatchTest} that a stall which reaches the end of the load is explained.
 */
@Order(1)
@ResourceLock(TestClusters.DISTURBED)
class StalledEndTest {
    private static final Duration MAX_USUAL = Duration.ofMillis(200);

    @TempDir
    Path folder;

    @Test
    @Tag("soak")
    void namesABrokerThatRunsAgainAfterTheLoad() {
        var settling = new AtomicInteger();
        RunResult result = run("wire", Duration.ofMinutes(2), (broker, phase) -> {
            if (phase != Phase.SETTLE) {
                settling.set(0);
            } else if (settling.incrementAndGet() == 15) {
                broker.resume(1);
            }
        });

        assertThat(result.failure()).isEmpty();
        assertThat(result.audit().violations().lost()).isZero();
        assertThat(result.audit().counts().failed()).isZero();
        assertExplained(result);
    }

    @ParameterizedTest
    @Tag("soak")
    @ValueSource(strings = {"kafka", "wire"})
    void namesABrokerThatNeverRunsAgain(String client) {
        RunResult result = run(client, Duration.ofSeconds(3), (broker, phase) -> {});

        assertThat(result.audit().counts().failed()).isPositive();
        assertExplained(result);
    }

    static void assertExplained(RunResult result) {
        LatencySpikes spikes = Spikes.PART.in(result.weir()).orElseThrow();
        assertThat(spikes.causes()).as(spikes.toString()).isNotEmpty();
        assertThat(spikes.causes().get(0).cause()).as(spikes.toString()).isEqualTo(SpikeCause.BROKER_PAUSE);
        // A garbage collection in which the process is stopped lasts as long.
        assertThat(spikes.causes().get(0).where())
                .isIn("embedded broker 1 did not run", "garbage collection of embedded broker 1");
        assertThat(spikes.causes().get(0).share()).isGreaterThan(0.5);
    }

    private interface Reaction {
        void tick(BrokerFaults broker, Phase phase);
    }

    /** Makes a run, and again if the host was so busy that a stall of seconds is no spike. */
    private RunResult run(String client, Duration deliveryTimeout, Reaction reaction) {
        return MiniCluster.undisturbed(() -> once(client, deliveryTimeout, reaction), StalledEndTest::wasSlow);
    }

    private static boolean wasSlow(RunResult result) {
        return Spikes.PART
                .in(result.weir())
                .filter(spikes -> spikes.usualNanos() > MAX_USUAL.toNanos())
                .isPresent();
    }

    /** Pauses the broker 3 s into a measurement of 5 s. */
    private RunResult once(String client, Duration deliveryTimeout, Reaction reaction) {
        KafkaEmbeddedCluster cluster = TestClusters.disturbed();
        DriverConfig config = SharedCluster.withProducer(
                        cluster.driverConfig(),
                        Map.of(
                                "delivery.timeout.ms",
                                String.valueOf(deliveryTimeout.toMillis()),
                                "request.timeout.ms",
                                "2000"))
                .withSettings(Map.of("client", client));
        Workload workload = Workloads.small()
                .rates(100, 100)
                .durations(Duration.ofSeconds(1), Duration.ofSeconds(5))
                .build();
        BrokerFaults broker = cluster.faults().orElseThrow();
        var ticks = new AtomicInteger();
        try (var mini = new MiniCluster(1, folder).losingNothing()) {
            return mini.run(workload, config, (coordinator, tick) -> {
                if (tick.phase() == Phase.MEASUREMENT && ticks.incrementAndGet() == 15) {
                    broker.pause(1);
                }
                reaction.tick(broker, tick.phase());
            });
        } finally {
            broker.resume(1);
        }
    }
}

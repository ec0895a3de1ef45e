package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.loading.Drivers;
import dev.weir.result.RunResult;
import dev.weir.result.code.Outcome;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailingRunTest {
    private static final DriverConfig BROKEN = DriverConfig.of(BrokenDriver.NAME);

    @TempDir
    Path folder;

    /** Its words, not those of the connection that it closes then; and both workers are free for another run at once. */
    @Test
    void reportsTheWorkersErrorAndLeavesTheWorkersFree() {
        var breaks = new AtomicBoolean(true);
        var drivers = new Drivers(List.of(new BrokenDriver((client, sequence) -> {
            if (sequence == 100 && client.endsWith("-producer-1") && breaks.get()) {
                throw new IllegalStateException("the client broke");
            }
        })));
        try (var cluster = new MiniCluster(2, folder, drivers)) {
            Workload workload = Workloads.small().build();

            RunResult failed = cluster.run(workload, BROKEN);
            breaks.set(false);
            RunResult next = cluster.runUndisturbed(workload, BROKEN);

            assertThat(failed.outcome()).isEqualTo(Outcome.FAILED);
            assertThat(failed.failure()).isEqualTo("worker worker-1 failed: IllegalStateException: the client broke");
            assertThat(failed.intervals()).isNotEmpty();
            // The other worker has reported to its end.
            assertThat(failed.weir()
                            .instrument()
                            .workers()
                            .get(0)
                            .counts()
                            .orElseThrow()
                            .sends()
                            .sent())
                    .isPositive();
            // The receipts of the broken worker are unknown, so no partition is reported as idle.
            assertThat(failed.weir().clients().consumers())
                    .extracting(consumerResult -> consumerResult.client().worker())
                    .containsExactly("worker-0");
            assertThat(failed.weir().clients().partitions()).isEmpty();
            assertThat(next.failure()).isEmpty();
            assertThat(next.audit().counts().acknowledged()).isEqualTo(1400);
            assertThat(next.weir().clients().partitions()).hasSize(2);
        }
    }

    /** Producer 0 blocks until producer 1 has sent 500 more: were that one stalled too, neither would go on. */
    @Test
    void aProducerThatBlocksStallsNoOther() {
        var reached = new CountDownLatch(1);
        var waitTimedOut = new AtomicBoolean();
        var drivers = new Drivers(List.of(new BrokenDriver((client, sequence) -> {
            if (client.endsWith("-producer-0") && sequence == 100) {
                waitTimedOut.set(!await(reached));
            } else if (client.endsWith("-producer-1") && sequence == 600) {
                reached.countDown();
            }
        })));
        try (var cluster = new MiniCluster(1, folder, drivers)) {
            Workload workload = Workloads.small()
                    .durations(Duration.ZERO, Duration.ofSeconds(2))
                    .build();

            RunResult result = cluster.run(workload, BROKEN);

            assertThat(waitTimedOut).isFalse();
            assertThat(result.failure()).isEmpty();
            // A busy host can stand still for so long that some are not sent.
            assertThat(result.audit().counts().acknowledged()
                            + result.weir().load().unsent().orElseThrow())
                    .isEqualTo(2000);
        }
    }

    @Test
    void reportsWhichWorkerCannotBeReached() {
        RunResult result;
        try (var cluster = new MiniCluster(2, folder)) {
            cluster.worker(1).close();
            result = cluster.run(Workloads.small().build(), MiniCluster.none(Map.of()));
        }

        assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(result.failure())
                .startsWith("worker worker-1 cannot be reached: Connection refused")
                .endsWith("is bin/benchmark-worker running there? Without --host, only its own host can reach it");
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}

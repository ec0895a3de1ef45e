package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.weir.result.RunResult;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.document.Harness;
import dev.weir.workload.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs with a worker in a control group that a test makes: version 1, which needs root. */
class ControlGroupRunTest {
    private static final Path TREES = Path.of("/sys/fs/cgroup");

    /** A fifth of a core: its 20 ms are used up in most periods, also where other processes take most of the host. */
    private static final String QUOTA_MICROS = "20000";

    private final List<Path> groups = List.of(
            TREES.resolve("cpu/weir-test-" + ProcessHandle.current().pid()),
            TREES.resolve("cpuacct/weir-test-" + ProcessHandle.current().pid()));

    @TempDir
    Path folder;

    @AfterEach
    void removeTheGroups() throws IOException, InterruptedException {
        for (Path group : groups) {
            // The kernel removes an ended process from its group a little later.
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            while (Files.exists(group.resolve("cgroup.procs"))
                    && !Files.readString(group.resolve("cgroup.procs")).isBlank()
                    && System.nanoTime() < deadline) {
                Thread.onSpinWait();
            }
            Files.deleteIfExists(group);
        }
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void aThrottledWorkerIsReportedWithItsQuota() throws IOException {
        assumeThat(madeWithQuota()).as("a control group with a CPU quota can be made here (version 1, root)").isTrue();
        try (var worker = WorkerProcess.start();
                var cluster = new MiniCluster(0, folder)) {
            for (Path group : groups) {
                Files.writeString(group.resolve("cgroup.procs"), String.valueOf(worker.pid()));
            }
            cluster.add("worker-0", worker.address());

            RunResult result = cluster.run(
                    Workloads.small()
                            .rates(60_000, 60_000)
                            .durations(Duration.ofSeconds(1), Duration.ofSeconds(4))
                            .build(),
                    MiniCluster.none(Map.of()));

            assertThat(result.failure()).isEmpty();
            assertThat(result.weir().instrument().workers().get(0).facts()).containsEntry("cpuQuotaCores", 0.2);
            Harness.CpuQuota quota = result.weir().instrument().harness().orElseThrow().processes().stream()
                    .filter(process -> process.process().equals("worker-0"))
                    .findFirst()
                    .flatMap(process -> process.host().controlGroup())
                    .flatMap(Harness.ControlGroup::cpuQuota)
                    .orElseThrow();
            assertThat(quota.cores()).isEqualTo(0.2);
            assertThat(quota.usedShare().orElseThrow()).isBetween(0.01, 1.5);
            assertThat(quota.throttledPeriods()).isBetween(1L, quota.periods());
            Reason throttled = result.reasons().stream()
                    .filter(reason -> reason.code() == ReasonCode.CPU_THROTTLED)
                    .findFirst()
                    .orElseThrow();
            assertThat(throttled.text())
                    .startsWith("the kernel throttled the control group (pod or container) of worker-0, which has 0.2"
                            + " CPUs, in " + quota.throttledPeriods() + " of " + quota.periods() + " periods");
            assertThat(throttled.figures()).containsEntry("throttledNanos", quota.throttledNanos());
            System.out.println(result.outcome());
            result.reasons().forEach(reason -> System.out.println(reason.severity() + " " + reason.code() + ": " + reason.text()));
        }
    }

    private boolean madeWithQuota() {
        try {
            for (Path group : groups) {
                Files.createDirectory(group);
            }
            Files.writeString(groups.get(0).resolve("cpu.cfs_quota_us"), QUOTA_MICROS);
            return Files.readString(groups.get(0).resolve("cpu.cfs_quota_us"))
                    .strip()
                    .equals(QUOTA_MICROS);
        } catch (IOException e) {
            return false;
        }
    }
}

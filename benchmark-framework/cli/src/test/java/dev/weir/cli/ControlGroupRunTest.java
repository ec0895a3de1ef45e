package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.document.Harness;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A whole run in a control group that the kernel throttles. The test makes a group of version 1, which needs root. */
@Order(1)
@Tag("slow")
class ControlGroupRunTest extends CommandTest {
    private static final Path TREES = Path.of("/sys/fs/cgroup");

    /** A fifth of a core: its 20 ms are used up in most periods, even if other processes take most of the host. */
    private static final String QUOTA_MICROS = "20000";

    private final String name = "weir-test-" + ProcessHandle.current().pid();
    private final Path quota = TREES.resolve("cpu").resolve(name);
    private final Path account = TREES.resolve("cpuacct").resolve(name);

    @AfterEach
    void removeTheGroups() throws IOException {
        for (Path group : List.of(quota, account)) {
            Path members = group.resolve("cgroup.procs");
            // The kernel takes an ended process out of its group a little later.
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> Files.notExists(members)
                            || Files.readString(members).isBlank());
            Files.deleteIfExists(group);
        }
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void aThrottledRunStatesItsQuotaAndHowManyWorkersItsRateNeeds() throws IOException, InterruptedException {
        assumeTrue(makeGroups(), "a control group with a CPU quota cannot be made here: that needs version 1 and root");
        Path file = folder.resolve("result.json");
        run(file);

        StoredResult result = StoredResult.read(file, new Problems()).orElseThrow();
        assertThat(result.weir().instrument().workers().get(0).facts()).containsEntry("cpuQuotaCores", 0.2);
        Harness.CpuQuotaUse used = result.processes()
                .get(0)
                .controlGroup()
                .flatMap(Harness.ControlGroup::cpuQuota)
                .orElseThrow();
        assertThat(used.cores()).isEqualTo(0.2);
        // The kernel stops a group at a tick of its clock: a share of 1.6 was seen. Without the quota it would be 10.
        assertThat(used.usedShare().orElseThrow()).isBetween(0.01, 4.0);
        assertThat(used.throttledPeriods()).isBetween(1L, used.periods());
        Reason throttled = result.reasons().stream()
                .filter(reason -> reason.code() == ReasonCode.HOST_SATURATED
                        && reason.figures().containsKey("throttledNanos"))
                .findFirst()
                .orElseThrow();
        assertThat(throttled.text())
                .startsWith("the kernel throttled the control group (pod or container) of this process, which has 0.2"
                        + " CPUs, in " + used.throttledPeriods() + " of " + used.periods() + " periods");
        assertThat(throttled.figures().getOrDefault("throttledNanos", 0).longValue())
                .isEqualTo(used.throttledNanos());
    }

    private void run(Path result) throws IOException, InterruptedException {
        replace("producerRate: 500", "producerRate: 200000");
        replace("warmupDuration: 200ms", "warmupDuration: 1s");
        replace("testDuration: 600ms", "testDuration: 3s");
        ProcessBuilder command = program(folder, "-d", "none", "--local", "-o", result, workload);
        // Without the calibration of this user, if there is one.
        command.environment().put("XDG_CACHE_HOME", folder.toString());
        Process process = command.start();
        try {
            for (Path group : List.of(quota, account)) {
                Files.writeString(group.resolve("cgroup.procs"), String.valueOf(process.pid()));
            }
            assertThat(process.waitFor(4, TimeUnit.MINUTES)).isTrue();
            assertThat(result).as(Files.readString(folder.resolve("output"))).exists();
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    /** Returns whether the host allows it. */
    private boolean makeGroups() {
        try {
            Files.createDirectory(quota);
            Files.createDirectory(account);
            Files.writeString(quota.resolve("cpu.cfs_quota_us"), QUOTA_MICROS);
            return Files.readString(quota.resolve("cpu.cfs_quota_us")).strip().equals(QUOTA_MICROS);
        } catch (IOException e) {
            return false;
        }
    }
}

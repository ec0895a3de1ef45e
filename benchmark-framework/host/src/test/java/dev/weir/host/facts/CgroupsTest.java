package dev.weir.host.facts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limits of control groups, as both versions write them. */
class CgroupsTest {
    @TempDir
    Path root;

    private final HostTree host = new HostTree(() -> root);

    @ParameterizedTest
    @CsvSource({
        // No limit.
        "0::/, max 100000, max",
        // The limits of a group to which the process does not belong.
        "0::/../other, 100000 100000, 1024",
        // Nonsense.
        "'nonsense\n0::no/slash\n::', 1 0, much"
    })
    void findsNoLimitsOfVersion2WhereNoneApply(String groups, String cpu, String memory) {
        host.file("proc/self/cgroup", groups + "\n")
                .file("sys/fs/cgroup/cpu.max", cpu + "\n")
                .file("sys/fs/cgroup/memory.max", memory + "\n");

        assertThat(host.facts().cpu().quotaCores()).isEmpty();
        assertThat(host.facts().memory().limitBytes()).isEmpty();
    }

    @Test
    void theNarrowestGroupOfVersion2Counts() {
        host.file("proc/self/cgroup", "0::/system.slice/weir.service\n")
                .file("sys/fs/cgroup/system.slice/weir.service/cpu.max", "400000 100000\n")
                .file("sys/fs/cgroup/system.slice/cpu.max", "150000 100000\n")
                .file("sys/fs/cgroup/system.slice/weir.service/memory.max", "1073741824\n")
                .file("sys/fs/cgroup/system.slice/memory.max", "4294967296\n");

        assertThat(host.facts().cpu().quotaCores()).hasValue(1.5);
        assertThat(host.facts().memory().limitBytes()).hasValue(1L << 30);
    }

    @ParameterizedTest
    @CsvSource({
        // Minus one and a huge number are no limits.
        "/, -1, 9223372036854771712, , ",
        // In a container the path is the host's, but the mount is the container's own group.
        "/docker/abc, 50000, 536870912, 0.5, 536870912",
    })
    void readsTheLimitsOfVersion1AtTheMountOfTheGroup(
            String group, String quota, String memory, @Nullable Double cores, @Nullable Long bytes) {
        host.file("proc/self/cgroup", "5:memory:" + group + "\n2:cpu,cpuacct:" + group + "\n")
                .file("sys/fs/cgroup/cpu/cpu.cfs_quota_us", quota + "\n")
                .file("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n")
                .file("sys/fs/cgroup/memory/memory.limit_in_bytes", memory + "\n");

        assertThat(host.facts().asMap().get("cpuQuotaCores")).isEqualTo(cores);
        assertThat(host.facts().asMap().get("memoryLimitBytes")).isEqualTo(bytes);
    }

    /** Kubernetes without namespaces of control groups: the mount shows the container's group, under its full path. */
    @Test
    void findsTheGroupBelowTheTopOfItsMount() {
        host.file("proc/self/cgroup", "2:cpu,cpuacct:/kubepods/pod1/weir/inner\n")
                .file(
                        "proc/self/mountinfo",
                        "31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw,mode=755\n"
                                + "32 31 0:29 / /host/cgroup/cpu rw master:7 - cgroup cgroup rw,cpu,cpuacct\n"
                                + "33 31 0:29 /kubepods/pod1/weir /sys/fs/cgroup/cpu,cpuacct rw,relatime shared:9 - cgroup"
                                + " cgroup rw,cpu,cpuacct\n")
                .file("host/cgroup/cpu/cpu.cfs_quota_us", "1000\n")
                .file("host/cgroup/cpu/cpu.cfs_period_us", "100000\n")
                .file("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "250000\n")
                .file("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n")
                .file("sys/fs/cgroup/cpu,cpuacct/inner/cpu.cfs_quota_us", "150000\n")
                .file("sys/fs/cgroup/cpu,cpuacct/inner/cpu.cfs_period_us", "100000\n");

        assertThat(host.facts().cpu().quotaCores()).hasValue(1.5);
    }

    /** systemd's hybrid mode: controllers in trees of version 1, and a tree of version 2 beside them. */
    @Test
    void readsBothVersionsWhereBothAreMounted() {
        host.file("proc/self/cgroup", "4:memory:/weir\n2:cpu:/weir\n0::/weir\n")
                .file("proc/self/mountinfo", """
                        32 31 0:29 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu
                        35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory
                        41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw
                        """)
                .file("sys/fs/cgroup/cpu/weir/cpu.cfs_quota_us", "300000\n")
                .file("sys/fs/cgroup/cpu/weir/cpu.cfs_period_us", "100000\n")
                .file("sys/fs/cgroup/memory/weir/memory.limit_in_bytes", "9223372036854771712\n")
                .file("sys/fs/cgroup/unified/weir/memory.max", "1073741824\n")
                .file("sys/fs/cgroup/unified/weir/cpu.stat", "usage_usec 5\n");

        assertThat(host.facts().cpu().quotaCores()).hasValue(3);
        assertThat(host.facts().memory().limitBytes()).hasValue(1L << 30);
    }
}

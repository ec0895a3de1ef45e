package dev.weir.host.facts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits of control groups, as both versions write them. */
class CgroupsTest {
    @TempDir
    Path root;

    private HostTree host = new HostTree(Path.of(""));

    @BeforeEach
    void makeUpAHost() {
        host = new HostTree(root);
    }

    @Test
    void version2HasMaxForNoLimit() {
        host.file("proc/self/cgroup", "0::/\n")
                .file("sys/fs/cgroup/cpu.max", "max 100000\n")
                .file("sys/fs/cgroup/memory.max", "max\n");

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

    @Test
    void version1HasMinusOneAndAHugeNumberForNoLimit() {
        host.file("proc/self/cgroup", "5:memory:/\n2:cpu,cpuacct:/\n")
                .file("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n")
                .file("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n")
                .file("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");

        assertThat(host.facts().cpu().quotaCores()).isEmpty();
        assertThat(host.facts().memory().limitBytes()).isEmpty();
    }

    /** In a container the path is the host's, but the mount is the container's own group. */
    @Test
    void findsTheLimitsOfVersion1WhereThePathIsNotToBeSeen() {
        host.file("proc/self/cgroup", "5:memory:/docker/abc\n2:cpu,cpuacct:/docker/abc\n")
                .file("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "50000\n")
                .file("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n")
                .file("sys/fs/cgroup/memory/memory.limit_in_bytes", "536870912\n");

        assertThat(host.facts().cpu().quotaCores()).hasValue(0.5);
        assertThat(host.facts().memory().limitBytes()).hasValue(512L << 20);
    }

    @Test
    void isNotMisledByNonsense() {
        host.file("proc/self/cgroup", "nonsense\n0::no/slash\n::\n")
                .file("sys/fs/cgroup/cpu.max", "1 0\n")
                .file("sys/fs/cgroup/memory.max", "much\n");

        assertThat(host.facts().cpu().quotaCores()).isEmpty();
        assertThat(host.facts().memory().limitBytes()).isEmpty();
    }
}

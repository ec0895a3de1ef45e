package dev.weir.host.observation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.ManualClock;
import dev.weir.host.facts.HostFiles;
import dev.weir.host.facts.HostTree;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Control groups whose files a test makes up, a second apart. */
class ControlGroupMeterTest {
    @TempDir
    Path root;

    private final ManualClock clock = new ManualClock(0);
    private final HostTree host = new HostTree(() -> root);

    @Test
    void comparesUseWithTheQuotaOfVersion2() {
        host.file("proc/self/cgroup", "0::/\n").file("sys/fs/cgroup/cpu.max", "200000 100000\n");
        stat2("", 5_000_000, 40, 4, 300_000);
        ControlGroupMeter meter = meter();
        stat2("", 6_500_000, 50, 7, 950_000);

        assertThat(take(meter).cpu()).hasValue(new ControlGroupUse.Cpu(2, OptionalDouble.of(0.75), 10, 3, 650_000_000));
    }

    @Test
    void anAncestorThatIsFullCountsBeforeARoomyGroup() {
        host.file("proc/self/cgroup", "0::/pod/weir\n")
                .file("sys/fs/cgroup/pod/cpu.max", "300000 100000\n")
                .file("sys/fs/cgroup/pod/weir/cpu.max", "200000 100000\n");
        stat2("pod/", 0, 0, 0, 0);
        stat2("pod/weir/", 0, 0, 0, 0);
        ControlGroupMeter meter = meter();
        stat2("pod/", 3_000_000, 10, 9, 5_000);
        stat2("pod/weir/", 1_000_000, 10, 1, 1_000);

        // Times add up: both groups can stop the process.
        assertThat(take(meter).cpu()).hasValue(new ControlGroupUse.Cpu(3, OptionalDouble.of(1), 10, 9, 6_000_000));
    }

    @Test
    void findsTheUseOfVersion1InTheTreeOfItsAccounts() {
        host.file("proc/self/cgroup", "2:cpuacct:/weir\n1:cpu:/weir\n")
                .file("sys/fs/cgroup/cpu/weir/cpu.cfs_quota_us", "50000\n")
                .file("sys/fs/cgroup/cpu/weir/cpu.cfs_period_us", "100000\n")
                .file("sys/fs/cgroup/cpu/weir/cpu.stat", "nr_periods 1\nnr_throttled 0\nthrottled_time 0\n")
                .file("sys/fs/cgroup/cpuacct/weir/cpuacct.usage", "1000\n");
        ControlGroupMeter meter = meter();
        host.file("sys/fs/cgroup/cpu/weir/cpu.stat", "nr_periods 11\nnr_throttled 10\nthrottled_time 77\n")
                .file("sys/fs/cgroup/cpuacct/weir/cpuacct.usage", "500001000\n");

        assertThat(take(meter).cpu()).hasValue(new ControlGroupUse.Cpu(0.5, OptionalDouble.of(1), 10, 10, 77));
    }

    @Test
    void theUseIsUnknownWhereVersion1HasOtherAccounts() {
        host.file("proc/self/cgroup", "2:cpuacct:/\n1:cpu:/weir\n")
                .file("sys/fs/cgroup/cpu/weir/cpu.cfs_quota_us", "50000\n")
                .file("sys/fs/cgroup/cpu/weir/cpu.cfs_period_us", "100000\n")
                .file("sys/fs/cgroup/cpuacct/cpuacct.usage", "1000\n");
        ControlGroupMeter meter = meter();

        assertThat(take(meter).cpu()).hasValue(new ControlGroupUse.Cpu(0.5, OptionalDouble.empty(), 0, 0, 0));
    }

    @Test
    void memoryIsCountedWithoutTheCachedFilesThatTheKernelGivesUpFirst() {
        host.file("proc/self/cgroup", "0::/\n").file("sys/fs/cgroup/memory.max", "1000\n");
        memory2(900, 0, 2, 0);
        ControlGroupMeter meter = meter();
        memory2(990, 40, 7, 1);

        assertThat(take(meter).memory()).hasValue(new ControlGroupUse.Memory(1_000, 950, 5, 1));
    }

    @Test
    void memoryOfVersion1HasOtherNames() {
        host.file("proc/self/cgroup", "4:memory:/weir\n")
                .file("sys/fs/cgroup/memory/weir/memory.limit_in_bytes", "1000\n")
                .file("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n")
                .file("sys/fs/cgroup/memory/weir/memory.usage_in_bytes", "800\n")
                .file("sys/fs/cgroup/memory/weir/memory.stat", "inactive_file 1\ntotal_inactive_file 100\n")
                .file("sys/fs/cgroup/memory/weir/memory.failcnt", "3\n")
                .file("sys/fs/cgroup/memory/weir/memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 0\n");
        ControlGroupMeter meter = meter();
        host.file("sys/fs/cgroup/memory/weir/memory.failcnt", "4\n")
                .file("sys/fs/cgroup/memory/weir/memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 2\n");

        assertThat(take(meter).memory()).hasValue(new ControlGroupUse.Memory(1_000, 700, 1, 2));
    }

    @Test
    void isUnknownWithoutLimitsOrFiles() {
        ControlGroupMeter nothing = meter();
        assertThat(take(nothing)).isEqualTo(ControlGroupUse.NONE);

        host.file("proc/self/cgroup", "0::/\n")
                .file("sys/fs/cgroup/cpu.max", "max 100000\n")
                .file("sys/fs/cgroup/memory.max", "max\n")
                .file("sys/fs/cgroup/memory.current", "5\n");
        ControlGroupMeter unlimited = meter();
        assertThat(take(unlimited)).isEqualTo(ControlGroupUse.NONE);
    }

    @Test
    void aLimitOfMemoryWhoseUseIsUnknownIsLeftOut() {
        host.file("proc/self/cgroup", "0::/\n").file("sys/fs/cgroup/memory.max", "1000\n");
        ControlGroupMeter meter = meter();

        assertThat(take(meter)).isEqualTo(ControlGroupUse.NONE);
    }

    @Test
    void aGroupThatTheProcessJoinedMeanwhileIsLeftOutOnce() {
        host.file("proc/self/cgroup", "0::/\n").file("sys/fs/cgroup/late/cpu.max", "100000 100000\n");
        stat2("late/", 9_000_000, 90, 80, 7_000);
        ControlGroupMeter meter = meter();
        host.file("proc/self/cgroup", "0::/late\n");

        assertThat(take(meter)).isEqualTo(ControlGroupUse.NONE);
        stat2("late/", 9_500_000, 100, 80, 7_000);
        assertThat(take(meter).cpu()).hasValue(new ControlGroupUse.Cpu(1, OptionalDouble.of(0.5), 10, 0, 0));
    }

    private ControlGroupMeter meter() {
        return new ControlGroupMeter(new HostFiles(root), clock);
    }

    private ControlGroupUse take(ControlGroupMeter meter) {
        clock.advance(Duration.ofSeconds(1));
        return meter.take();
    }

    private void stat2(String folder, long usageMicros, long periods, long throttled, long throttledMicros) {
        host.file(
                "sys/fs/cgroup/" + folder + "cpu.stat",
                "usage_usec " + usageMicros + "\nuser_usec 1\nsystem_usec 2\nnr_periods " + periods + "\nnr_throttled "
                        + throttled + "\nthrottled_usec " + throttledMicros + "\nnr_bursts 0\nburst_usec 0\n");
    }

    private void memory2(long current, long inactiveFiles, long atLimit, long kills) {
        host.file("sys/fs/cgroup/memory.current", current + "\n")
                .file("sys/fs/cgroup/memory.stat", "anon 7\ninactive_file " + inactiveFiles + "\nactive_file 9\n")
                .file(
                        "sys/fs/cgroup/memory.events",
                        "low 0\nhigh 0\nmax " + atLimit + "\noom 1\noom_kill " + kills + "\noom_group_kill 0\n");
    }
}

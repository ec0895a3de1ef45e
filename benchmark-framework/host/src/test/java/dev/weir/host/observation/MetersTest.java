package dev.weir.host.observation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.clock.ManualClock;
import dev.weir.host.facts.HostFiles;
import dev.weir.host.facts.HostTree;
import dev.weir.host.observation.Observation.ControlGroupUse;
import dev.weir.host.observation.Observation.CpuUse;
import dev.weir.host.observation.Observation.NetworkUse;
import dev.weir.host.observation.Observation.NetworkUse.LinkUse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cores, networks and control groups whose files a test makes up. */
class MetersTest {
    private static final String HEADER = "Inter-| Receive | Transmit\n face |bytes packets errs drop|bytes\n";

    @TempDir
    Path root;

    private final ManualClock clock = new ManualClock(0);
    private final HostTree host = new HostTree(() -> root);

    @Test
    void useIsUnknownWithoutFiles() {
        assertThat(new CpuMeter(new HostFiles(root)).take()).isEmpty();
        assertThat(new NetworkMeter(new HostFiles(root)).take()).isEqualTo(NetworkUse.NONE);
        assertThat(take(meter())).isEqualTo(ControlGroupUse.NONE);
    }

    @Test
    void distinguishesAFullCoreFromTheMeanAndFromOneThatWaitsForADisk() {
        ticks("10 0 0 100 0 0 0 0 0 0", "0 0 0 500 0 0 0 0 0 0");
        var meter = new CpuMeter(new HostFiles(root));
        ticks("12 1 2 115 80 0 0 0 0 0", "60 20 10 500 0 3 2 5 60 0");

        CpuUse use = meter.take().orElseThrow();

        assertThat(use.fullestCore()).isEqualTo(1);
        assertThat(use.fullestCoreShare()).isEqualTo(1.0);
        assertThat(use.busyShare()).isCloseTo(0.5, within(1e-9));
        assertThat(use.stolenShare()).isCloseTo(0.025, within(1e-9));
    }

    @Test
    void checksTheCoresThatTheProcessMayRunOn() {
        host.file("proc/self/status", "Name:\tjava\nCpus_allowed:\t1\nCpus_allowed_list:\t0,2-3\n");
        ticks("0 0 0 0 0 0 0 0 0 0", "0 0 0 0 0 0 0 0 0 0");
        var meter = new CpuMeter(new HostFiles(root));
        ticks("40 0 0 60 0 0 0 0 0 0", "100 0 0 0 0 0 0 0 0 0");

        CpuUse use = meter.take().orElseThrow();

        assertThat(use.fullestCore()).isZero();
        assertThat(use.busyShare()).isCloseTo(0.4, within(1e-9));
    }

    private void ticks(String first, String second) {
        host.file("proc/stat", "cpu  1 2 3 4 5 6 7 8 9 10\ncpu0 " + first + "\ncpu1 " + second + "\nintr 5 6\n");
    }

    @Test
    void readsTheKernelsListsOfCores() {
        assertThat(CpuMeter.cores("4-7")).isEqualTo(Set.of(4, 5, 6, 7));
        assertThat(CpuMeter.cores("0,2, 2-3")).isEqualTo(Set.of(0, 2, 3));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "7-4", "1,,2", "-1", "1-", "123456789"})
    void findsNoCoresInAnInvalidList(String list) {
        assertThat(CpuMeter.cores(list)).isEmpty();
    }

    @Test
    void reportsTheTrafficOfEachInterfaceSinceTheLastReading() {
        host.file("sys/class/net/eth0/device/uevent", "DRIVER=mlx5\n").file("sys/class/net/eth0/speed", "10000\n");
        host.file("sys/class/net/ens5/device/uevent", "DRIVER=virtio\n").file("sys/class/net/ens5/speed", "-1\n");
        host.file("sys/class/net/veth0/speed", "10000\n");
        devices("eth0: 100 1 0 0 0 0 0 0 200 1 0 0 0 0 0 0", "ens5:0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0");
        tcp(100, 5);
        overdue(7, 1);
        var meter = new NetworkMeter(new HostFiles(root));
        devices("eth0: 1100 9 1 2 0 0 0 0 2200 9 4 8 0 0 0 0", "ens5:7 0 0 0 0 0 0 0 8 0 0 0 0 0 0 0");
        tcp(300, 6);
        overdue(9, 2);

        NetworkUse use = meter.take();

        assertThat(use.links())
                .containsExactlyInAnyOrder(
                        new LinkUse("eth0", 1000, 2000, 15, OptionalLong.of(1_250_000_000)),
                        new LinkUse("ens5", 7, 8, 0, OptionalLong.empty()));
        assertThat(use.sentSegments()).isEqualTo(200);
        assertThat(use.retransmittedSegments()).isEqualTo(1);
        assertThat(use.overdueAcknowledgements()).isEqualTo(3);
    }

    @Test
    void asksTheCloudsCardAtBothEndsOfTheMeasurementOnly() {
        Deque<String> answers = new ArrayDeque<>(List.of("""
            NIC statistics:
                 tx_timeout: 9
                 bw_in_allowance_exceeded: 10
                 pps_allowance_exceeded: 1
            """, """
            NIC statistics:
                 tx_timeout: 99
                 bw_in_allowance_exceeded: 15
                 pps_allowance_exceeded: 3
            """));
        host.file("sys/class/net/eth0/device/uevent", "DRIVER=ena\n");
        devices("eth0: 1 1 0 0 0 0 0 0 1 1 0 0 0 0 0 0");
        NetworkAllowances allowances = allowances(command -> Optional.of(answers.removeFirst()));

        assertThat(List.of(999L, 1_000L, 1_999L))
                .allSatisfy(now -> assertThat(allowances.take(now)).isZero());
        assertThat(allowances.take(2_000)).isEqualTo(7);
        assertThat(allowances.take(2_001)).isZero();
    }

    /** The counter counts from the host's start. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void countsNoExceededAllowancesIfOneReadingIsMissing(boolean first) {
        Optional<String> answer = Optional.of("NIC statistics:\n     bw_in_allowance_exceeded: 15\n");
        Deque<Optional<String>> answers = new ArrayDeque<>(
                first ? List.of(Optional.<String>empty(), answer) : List.of(answer, Optional.<String>empty()));
        host.file("sys/class/net/eth0/device/uevent", "DRIVER=ena\n");
        devices("eth0: 1 1 0 0 0 0 0 0 1 1 0 0 0 0 0 0");

        assertThat(allowances(command -> answers.removeFirst()).take(2_000)).isZero();
        assertThat(answers).isEmpty();
    }

    @Test
    void startsNoCommandWithoutACloudsCard() {
        devices("eth0: 1 1 0 0 0 0 0 0 1 1 0 0 0 0 0 0");
        NetworkAllowances allowances = allowances(command -> {
            throw new AssertionError("started " + command);
        });

        assertThat(allowances.take(2_000)).isZero();
    }

    /** Of a measurement from 1,000 to 2,000. */
    private NetworkAllowances allowances(Function<List<String>, Optional<String>> commands) {
        var allowances = new NetworkAllowances(new HostFiles(root), commands, Runnable::run);
        allowances.measureFrom(1_000);
        allowances.measureUntil(2_000);
        return allowances;
    }

    private void devices(String... lines) {
        host.file(
                "proc/net/dev",
                HEADER + "    lo: 5 5 0 0 0 0 0 0 5 5 0 0 0 0 0 0\n" + String.join("\n", lines)
                        + "\n veth0: 5 5 0 0 0 0 0 0 5 5 0 0 0 0 0 0\n");
    }

    private void overdue(long probes, long timeouts) {
        host.file(
                "proc/net/netstat",
                "TcpExt: SyncookiesSent TCPTimeouts TCPLossProbes\nTcpExt: 0 " + timeouts + " " + probes
                        + "\nIpExt: InNoRoutes\nIpExt: 0\n");
    }

    private void tcp(long sent, long again) {
        host.file(
                "proc/net/snmp",
                "Ip: Forwarding\nIp: 1\nTcp: RtoMin MaxConn OutSegs RetransSegs\nTcp: 200 -1 " + sent + " " + again
                        + "\nUdp: InDatagrams\nUdp: 9\n");
    }

    @Test
    void comparesCpuUseWithTheQuotaOfVersion2() {
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
    void findsTheCpuUseOfVersion1InTheTreeOfItsAccounts() {
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
    void theCpuUseIsUnknownWhereVersion1HasOtherAccounts() {
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
    void aControlGroupWithoutLimitsOrWithoutUseIsLeftOut() {
        host.file("proc/self/cgroup", "0::/\n").file("sys/fs/cgroup/memory.max", "1000\n");
        assertThat(take(meter())).isEqualTo(ControlGroupUse.NONE);

        host.file("sys/fs/cgroup/cpu.max", "max 100000\n")
                .file("sys/fs/cgroup/memory.max", "max\n")
                .file("sys/fs/cgroup/memory.current", "5\n");
        assertThat(take(meter())).isEqualTo(ControlGroupUse.NONE);
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

package dev.weir.host.observation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.host.facts.HostFiles;
import dev.weir.host.facts.HostTree;
import dev.weir.host.observation.NetworkUse.LinkUse;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Networks as the kernel's files tell of them. */
class NetworkMeterTest {
    private static final String HEADER = "Inter-| Receive | Transmit\n face |bytes packets errs drop|bytes\n";

    @TempDir
    Path root;

    private final HostTree host = new HostTree(() -> root);

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
    void isUnknownWhereNoFileTells() {
        assertThat(new NetworkMeter(new HostFiles(root)).take()).isEqualTo(NetworkUse.NONE);
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
    void countsNothingIfOneReadingIsMissing(boolean first) {
        Optional<String> answer = Optional.of("NIC statistics:\n     bw_in_allowance_exceeded: 15\n");
        Deque<Optional<String>> answers = new ArrayDeque<>(
                first ? List.of(Optional.<String>empty(), answer) : List.of(answer, Optional.<String>empty()));
        host.file("sys/class/net/eth0/device/uevent", "DRIVER=ena\n");
        devices("eth0: 1 1 0 0 0 0 0 0 1 1 0 0 0 0 0 0");

        assertThat(allowances(command -> answers.removeFirst()).take(2_000)).isZero();
        assertThat(answers).isEmpty();
    }

    @Test
    void startsNoCommandOnOtherHosts() {
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
}

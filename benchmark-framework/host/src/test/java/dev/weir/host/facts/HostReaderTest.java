package dev.weir.host.facts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.host.facts.HostFacts.ClockFacts.ChronyFacts;
import dev.weir.host.facts.HostFacts.MemoryFacts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hosts as their files tell of them. */
class HostReaderTest {
    @TempDir
    Path root;

    private final HostTree host = new HostTree(() -> root);

    @Test
    void knowsOnlyTheJvmWhereNoFileTells() {
        HostFacts facts = host.facts();

        assertThat(facts.asMap()).containsOnlyKeys("host", "java", "os", "cores", "maxHeapBytes");
        assertThat(facts.cpu().cores()).isEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(facts.memory().maxHeapBytes()).isEqualTo(Runtime.getRuntime().maxMemory());
        assertThat(facts.java()).endsWith(" " + Runtime.version());
    }

    @Test
    void readsMemoryInBytes() {
        host.file("proc/meminfo", """
            MemTotal:       16000000 kB
            MemFree:         1000000 kB
            MemAvailable:    8000000 kB
            SwapCached:            5 kB
            SwapTotal:       2000000 kB
            SwapFree:        1500000 kB
            """).file("proc/sys/vm/swappiness", "60\n");

        MemoryFacts memory = host.facts().memory();

        assertThat(memory.physicalBytes()).hasValue(16_000_000L * 1024);
        assertThat(memory.availableBytes()).hasValue(8_000_000L * 1024);
        assertThat(memory.swapBytes()).hasValue(2_000_000L * 1024);
        assertThat(memory.swapUsedBytes()).hasValue(500_000L * 1024);
        assertThat(memory.swappiness()).isEqualTo(OptionalInt.of(60));
    }

    @Test
    void theLoadAverageCountsForEachCoreOfTheHost() {
        assertThat(host.facts().cpu().loadPerCore()).isEmpty();

        host.file("proc/stat", "cpu  1 2 3\ncpu0 1 2 3\ncpu1 1 2 3\nintr 7\n")
                .file("proc/loadavg", "11.90 8.02 5.00 3/400 1234\n");

        assertThat(host.facts().cpu().loadPerCore()).hasValue(5.95);
    }

    /** No made-up file shows how the kernel's own behave. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void readsTheKernelsFilesToTheirEnds() {
        var files = new HostFiles(Path.of("/"));
        for (String file : List.of("proc/sys/vm/swappiness", "proc/sys/kernel/pid_max", "proc/self/limits")) {
            Optional<String> shown = HostCommand.output(List.of("cat", "/" + file), Duration.ofSeconds(60));

            assertThat(files.text(file).orElseThrow().length())
                    .isEqualTo(shown.orElseThrow().length());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "proc/self/limits|'Max processes  96365\nMax open files  20000  1048576  files'|openFilesLimit|20000",
                "proc/self/limits|Max open files  unlimited  unlimited  files|openFilesLimit|-",
                "proc/sys/vm/swappiness|?|swappiness|-",
                "proc/meminfo|MemTotal: 99999999999999999999 kB|physicalMemoryBytes|-",
                "etc/os-release|'NAME=\"Debian\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"'|distribution"
                        + "|Debian GNU/Linux 12 (bookworm)",
                "sys/devices/system/clocksource/clocksource0/current_clocksource|tsc|clocksource|tsc",
            })
    void readsAFactWhereItsFileTells(String file, String text, String fact, @Nullable String value) {
        Object read = host.file(file, text + "\n").facts().asMap().get(fact);

        assertThat(read == null ? null : read.toString()).isEqualTo(value);
    }

    @Test
    void namesEveryGovernorOnce() {
        host.file("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n")
                .file("sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "performance\n")
                .file("sys/devices/system/cpu/cpu10/cpufreq/scaling_governor", "powersave\n")
                .file("sys/devices/system/cpu/cpufreq/scaling_governor", "none of a core\n");

        assertThat(host.facts().cpu().governor()).hasValue("performance, powersave");
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "flags : fpu hypervisor sse, QEMU, QEMU",
                "flags : fpu hypervisor sse, Amazon EC2, Amazon EC2",
                "flags : fpu hypervisor sse, Example Ltd., unknown hypervisor",
                // Rented out whole: the vendor's name alone makes no guest.
                "flags : fpu sse, Amazon EC2, -",
                // Processors of Arm have no such flag.
                "Features : fp asimd, QEMU, QEMU",
                "flags : fpu sse, Dell Inc., -",
            })
    void distinguishesGuestsFromBareMetal(String cpu, String vendor, String virtualMachine) {
        host.file("proc/cpuinfo", "processor : 0\n" + cpu + "\n").file("sys/class/dmi/id/sys_vendor", vendor + "\n");

        assertThat(host.facts().platform().virtualMachine().orElse(null)).isEqualTo(virtualMachine);
    }

    @Test
    void knowsContainersByTheirMarks() {
        assertThat(host.facts().platform().container()).isEmpty();
        assertThat(host.file("run/.containerenv", "").facts().platform().container())
                .hasValue("podman");
        assertThat(host.file(".dockerenv", "").facts().platform().container()).hasValue("docker");
        assertThat(host.file("proc/self/cgroup", "0::/kubepods/besteffort/pod1\n")
                        .facts()
                        .platform()
                        .container())
                .hasValue("kubepods");
    }

    @Test
    void readsChronysTrackingAndAsksItOrSystemdWhetherTheClockIsSynchronised() {
        String tracking = "A9FEA97B,169.254.169.123,4,1700000000.1,-0.000001250,0.000000300,0.000004500,-10.0,0.0,0.1,"
                + "0.000320000,0.000150000,16.0,";
        host.command("timedatectl", "Failed to connect to bus");

        assertThat(isSynchronised(host.command("chronyc", "506 Cannot talk to daemon")))
                .isEmpty();
        assertThat(isSynchronised(host.command("chronyc", tracking + "Normal"))).hasValue(true);
        assertThat(host.facts().clock().chrony())
                .hasValue(new ChronyFacts("169.254.169.123", 4, -1250, 4500, 320_000, 150_000));
        assertThat(host.facts().asMap())
                .containsEntry("chronyReference", "169.254.169.123")
                .containsEntry("chronyRootDispersionNanos", 150_000L);
        assertThat(isSynchronised(host.command("chronyc", tracking + "Not synchronised")))
                .hasValue(false);
        assertThat(isSynchronised(host.command("timedatectl", "NTPSynchronized=yes")))
                .hasValue(true);
        assertThat(isSynchronised(host.command("timedatectl", "NTPSynchronized=no")))
                .hasValue(false);
        assertThat(isSynchronised(host.file("run/systemd/timesync/synchronized", "")))
                .hasValue(true);
    }

    private static Optional<Boolean> isSynchronised(HostTree host) {
        return host.facts().clock().synchronised();
    }

    @Test
    void namesHardwareClocks() {
        host.file("sys/class/ptp/ptp0/clock_name", "ena-ptp-05\n")
                .file("sys/class/ptp/ptp1/clock_name", "KVM virtual PTP\n")
                .file("dev/ptp0", "");

        assertThat(host.facts().clock().ptpClocks())
                .containsExactly("ptp0: ena-ptp-05", "ptp1: KVM virtual PTP (no /dev/ptp1)");
    }

    @Test
    void isIdentifiedByItsNameAndItsKernelsStart() {
        String name = host.facts().identity();
        host.file("proc/sys/kernel/random/boot_id", "2b4f7d3e\n");

        assertThat(host.facts().identity()).isEqualTo(name + " 2b4f7d3e");
    }
}

package dev.weir.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.weir.clock.ClockProbe.ClockFigures;
import dev.weir.clock.ClockProbe.ParkFigures;
import dev.weir.doctor.Check.CheckOutcome;
import dev.weir.host.observation.OtherLoad.OtherLoadFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where each check turns. */
class HostChecksTest {
    private static final long MIB = 1L << 20;

    @TempDir
    Path folder;

    private final MadeUpHost host = new MadeUpHost();

    @Test
    void aHostThatIsAsItShouldBePassesEveryCheck() {
        List<Check> checks = HostChecks.of(host.facts(), true);

        assertThat(checks).extracting(Check::verdict).containsOnly(CheckOutcome.OK);
        assertThat(checks)
                .extracting(Check::name)
                .hasToString("[system, java, cores, governor, memory, heap, swap, open files, clocksource, clock]");
    }

    @Test
    void unknownFactsAreNotJudged() {
        host.governor = Optional.empty();
        host.physicalBytes = OptionalLong.empty();
        host.availableBytes = OptionalLong.empty();
        host.swapBytes = OptionalLong.empty();
        host.openFilesLimit = OptionalLong.empty();
        host.clocksource = Optional.empty();

        assertThat(HostChecks.of(host.facts(), true))
                .extracting(Check::name)
                .containsExactly("system", "java", "cores", "heap", "clock");
    }

    @Test
    void reportsTheFactsOfTheHost() {
        assertThat(check("system").found()).isEqualTo("Debian GNU/Linux 12 (bookworm), Linux 6.1");

        host.container = Optional.of("docker");
        host.virtualMachine = Optional.of("KVM");

        assertThat(check("system").found()).endsWith("in a container (docker), virtual machine (KVM)");
    }

    @ParameterizedTest
    @CsvSource({
        "OpenJDK 64-Bit Server VM 17.0.15+6-Debian-1deb12u1, OK",
        "Java HotSpot(TM) 64-Bit Server VM 25+36-LTS, OK",
        "OpenJDK 64-Bit Server VM 11.0.2+9, FAIL",
        "OpenJDK 64-Bit Server VM 16, FAIL",
        "OpenJDK Client VM 17.0.1+12, WARN",
        "Eclipse OpenJ9 VM 21.0.1+12, WARN",
    })
    void wantsA64BitServerVmOfJava17(String java, CheckOutcome verdict) {
        host.java = java;

        expect("java", verdict);
    }

    @ParameterizedTest
    @CsvSource({"1, , FAIL", "2, , OK", "8, 1.5, FAIL", "2, 2.0, WARN", "8, 4.5, WARN", "1, 4.0, FAIL"})
    void wantsTwoCoresAndNoQuota(int cores, Double quota, CheckOutcome verdict) {
        host.cores = cores;
        host.quotaCores = quota == null ? OptionalDouble.empty() : OptionalDouble.of(quota);

        expect("cores", verdict);
    }

    @ParameterizedTest
    @CsvSource({
        "performance, , OK",
        "powersave, , WARN",
        "'performance, powersave', , WARN",
        "powersave, KVM, OK",
    })
    void wantsFullSpeedOnBareMetal(String governor, String virtualMachine, CheckOutcome verdict) {
        host.governor = Optional.of(governor);
        host.virtualMachine = Optional.ofNullable(virtualMachine);

        expect("governor", verdict);
    }

    @ParameterizedTest
    @CsvSource({"1024, , OK", "1023, , WARN", "24000, 1024, OK", "24000, 1023, WARN"})
    void wantsAGibibyteOfMemory(long availableMebibytes, Long limitMebibytes, CheckOutcome verdict) {
        host.availableBytes = OptionalLong.of(availableMebibytes * MIB);
        host.limitBytes = limitMebibytes == null ? OptionalLong.empty() : OptionalLong.of(limitMebibytes * MIB);

        expect("memory", verdict);
    }

    @ParameterizedTest
    @CsvSource({
        "511, 8192, , WARN",
        "512, 8192, , OK",
        "8192, 8192, , OK",
        "8193, 8192, , WARN",
        "32768, 32768, , OK",
        "32769, 32768, , FAIL",
        "4096, 8192, 4096, OK",
        "4097, 8192, 4096, FAIL",
    })
    void wantsAHeapThatFits(long heapMebibytes, long availableMebibytes, Long limitMebibytes, CheckOutcome verdict) {
        host.maxHeapBytes = heapMebibytes * MIB;
        host.availableBytes = OptionalLong.of(availableMebibytes * MIB);
        host.limitBytes = limitMebibytes == null ? OptionalLong.empty() : OptionalLong.of(limitMebibytes * MIB);

        expect("heap", verdict);
    }

    @Test
    void namesAHeapThatWouldFit() {
        host.maxHeapBytes = 64L << 30;
        host.availableBytes = OptionalLong.of(4096 * MIB);

        assertThat(check("heap").remedy()).isEqualTo("WEIR_JAVA_OPTS=-Xmx2048m");
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 60, OK", "1024, 0, 10, OK", "1024, 0, 11, WARN", "1024, 1, 0, WARN"})
    void wantsNothingSwapped(long mebibytes, long usedMebibytes, int swappiness, CheckOutcome verdict) {
        host.swapBytes = OptionalLong.of(mebibytes * MIB);
        host.swapUsedBytes = OptionalLong.of(usedMebibytes * MIB);
        host.swappiness = OptionalInt.of(swappiness);

        expect("swap", verdict);
    }

    @ParameterizedTest
    @CsvSource({"65535, WARN", "65536, OK"})
    void wantsManyOpenFiles(long limit, CheckOutcome verdict) {
        host.openFilesLimit = OptionalLong.of(limit);

        expect("open files", verdict);
        if (verdict == CheckOutcome.WARN) {
            assertThat(check("open files").found()).startsWith("65,535");
            assertThat(check("open files").remedy()).startsWith("ulimit -n 100000");
        }
    }

    @ParameterizedTest
    @CsvSource({"tsc, OK", "kvm-clock, OK", "arch_sys_counter, OK", "hpet, WARN", "acpi_pm, WARN", "xen, WARN"})
    void wantsAQuickClockSource(String source, CheckOutcome verdict) {
        host.clocksource = Optional.of(source);

        expect("clocksource", verdict);
    }

    @ParameterizedTest
    @CsvSource({"true, true, OK", "false, true, WARN", ", true, WARN", "false, false, OK", ", false, OK"})
    void wantsASynchronisedClockAmongSeveralHosts(Boolean synchronised, boolean severalHosts, CheckOutcome verdict) {
        host.clockSynchronised = Optional.ofNullable(synchronised);

        assertThat(check("clock", severalHosts).verdict()).isEqualTo(verdict);
    }

    private void expect(String name, CheckOutcome verdict) {
        assertThat(check(name).verdict()).isEqualTo(verdict);
    }

    private Check check(String name) {
        return check(name, true);
    }

    private Check check(String name, boolean severalHosts) {
        return HostChecks.of(host.facts(), severalHosts).stream()
                .filter(check -> check.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({
        "200, 1000, 200000, 1000000, OK, OK",
        "201, 1000, 200000, 1000000, WARN, OK",
        "200, 1001, 200000, 1000000, WARN, OK",
        "200, 1000, 200001, 1000000, OK, WARN",
        "200, 1000, 200000, 1000001, OK, WARN"
    })
    void wantsReadingsThatAreCheapAndFineAndSendersThatWakeUpInTime(
            double readingNanos, long stepNanos, long p50, long p99, CheckOutcome time, CheckOutcome pacing) {
        assertThat(HostChecks.ofClock(new ClockFigures(readingNanos, stepNanos, new ParkFigures(0, p50, p99, 0))))
                .extracting(Check::name, Check::verdict)
                .containsExactly(tuple("time", time), tuple("pacing", pacing));
    }

    @Test
    void reportsWhatWasMeasured() {
        assertThat(HostChecks.ofClock(new ClockFigures(24.6, 1, new ParkFigures(50_000, 57_000, 123_400, 0))))
                .extracting(Check::found)
                .containsExactly(
                        "25 ns a reading, in steps of 1 ns or less",
                        "a sender wakes up 0.057 ms late (p50), 0.123 ms (p99)");
    }

    @ParameterizedTest
    @CsvSource({"10240, OK", "10239, WARN", "1024, WARN", "1023, FAIL", "0, FAIL"})
    void wantsRoomForResults(long freeMebibytes, CheckOutcome verdict) {
        assertThat(HostChecks.disk(Path.of("results"), freeMebibytes << 20).verdict())
                .isEqualTo(verdict);
    }

    @Test
    void checksTheFolderInWhichAMissingOneWillBe() throws IOException {
        Check there = HostChecks.ofDisk(folder);

        Check missing = HostChecks.ofDisk(folder.resolve("a").resolve("b"));

        assertThat(missing.verdict()).isEqualTo(there.verdict());
        assertThat(missing.found()).contains(" free in " + folder.resolve("a").resolve("b"));
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void refusesAFileInItsPlace() throws IOException {
        Path file = Files.writeString(folder.resolve("results"), "");

        assertThat(HostChecks.ofDisk(file))
                .isEqualTo(Check.fail(
                        "disk", file + " is no folder", HostChecks.ofDisk(file).remedy()));
        assertThat(HostChecks.ofDisk(file.resolve("below")).verdict()).isEqualTo(CheckOutcome.FAIL);
    }

    @ParameterizedTest
    @CsvSource({
        "0.01, 0, 0.1, OK",
        "0.06, 0, 0.1, WARN",
        "0, 0.06, 0.1, WARN",
        "0.01, 0, 0.6, WARN",
        "0.3, 0, 0.1, FAIL",
        "0.15, 0.15, 0.1, FAIL",
        // A load average of 11.9 on 2 cores.
        "0.01, 0, 5.95, FAIL",
    })
    void aBusyHostIsNotFit(double share, double stolen, double average, CheckOutcome outcome) {
        assertThat(HostChecks.ofLoad(load(share, stolen), OptionalDouble.of(average)))
                .extracting(Check::verdict)
                .containsExactly(outcome);
    }

    @Test
    void namesWhatIsKnownOfTheLoad() {
        assertThat(HostChecks.ofLoad(OtherLoadFigures.UNKNOWN, OptionalDouble.of(5.95)))
                .extracting(Check::found)
                .containsExactly("the load average of the last minute is 6.0 for each core: messages wait for a core");
        assertThat(HostChecks.ofLoad(load(0.05, 0.2), OptionalDouble.empty()))
                .extracting(Check::found)
                .containsExactly("other processes use 5 % of the CPUs, other virtual machines have taken 20 % of the"
                        + " CPUs: messages wait for a core");
        assertThat(HostChecks.ofLoad(OtherLoadFigures.UNKNOWN, OptionalDouble.empty()))
                .isEmpty();
    }

    private static OtherLoadFigures load(double share, double stolen) {
        return new OtherLoadFigures(OptionalDouble.of(share), OptionalDouble.of(stolen));
    }
}

package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cli.process.ExitStatus;
import dev.weir.clock.SystemClock;
import dev.weir.coordinator.MiniCluster;
import dev.weir.host.facts.Calibration;
import dev.weir.host.facts.CalibrationFile;
import dev.weir.host.facts.HostFiles;
import dev.weir.host.observation.OtherLoad;
import dev.weir.worker.WorkerServer;
import dev.weir.worker.WorkerServer.WorkerTerms;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code bin/benchmark doctor}, as a person meets it. What it finds on this very host is not this test's business. */
@Tag("slow")
class DoctorCommandTest extends CommandTest {
    @Test
    void checksHostSystemAndWorkers() throws IOException {
        Path driver = write("driver.yaml", "name: mine\ndriver: none\n");
        try (var one = MiniCluster.listen(WorkerTerms.STRICT);
                var other = MiniCluster.listen(WorkerTerms.STRICT)) {
            int status = execute(line("doctor --dir %s -d %s -w %s", folder, driver, name(one) + "," + name(other)));

            assertThat(err.toString()).isEmpty();
            assertThat(out.toString())
                    .containsSubsequence(
                            "this host, ",
                            "  java  ",
                            "  pacing  ",
                            " free in",
                            folder.toString(),
                            "system " + driver,
                            "  ok    reached       none (in memory",
                            "worker " + name(one),
                            "  ok    worker        at service: process ",
                            "worker " + name(other),
                            "workers together",
                            "  clocks        at most ");
            assertThat(out.toString().lines().reduce("", (first, second) -> second))
                    .matches("\\d+ FAIL, \\d+ warn, \\d+ ok");
            assertThat(status).isEqualTo(out.toString().contains("\n  FAIL  ") ? 1 : 0);
            assertThat(out.toString().lines())
                    .allMatch(line -> line.length() <= 100 || line.contains(folder.toString()));
        }
    }

    @Test
    void reportsProblemsWithItsInputsAndChecksNothing() throws IOException {
        Path driver = write("driver.yaml", "driver: none\nstallAtMesage: 5\n");

        refuses("driver.yaml:2: stallAtMesage", "doctor", "-d", driver + ",nonne", "-w", "client-1");
        assertThat(err.toString()).contains("nonne: there is no such file", "-w: must be host:port");
        refuses(
                "--client-property: is for brokers that -b names; write the property into the driver file",
                line("doctor --client-property client.id=me"));
        refuses("--seconds: must be in [1, 600], got 0", "doctor", "--calibrate", "--seconds", "0");
        refuses("--calibrate", "doctor", "--no-kafka");
    }

    @Test
    void storesTheCalibrationOfThisHost() {
        Path asked = folder.resolve("asked.json");

        assertThat(calibrate(HostCalibration::measure, 0, " --seconds 1 --no-kafka -o " + asked))
                .isEqualTo(out.toString().contains("\n  FAIL  ") ? 1 : 0);

        assertThat(err.toString()).isEmpty();
        Calibration found = CalibrationFile.read(calibration());
        assertThat(CalibrationFile.read(asked)).isEqualTo(found);
        assertThat(found.messages().ceilingMessagesPerSecond()).isGreaterThan(10_000);
        assertThat(found.messages().costNanosPerMessage()).isPositive();
        assertThat(found.clock().clockReadNanos()).isPositive();
        assertThat(found.clock().wakeUpCostNanos()).isPositive();
        assertThat(found.kafkaMessagesPerSecond()).isEmpty();
        assertThat(out.toString())
                .containsSubsequence(
                        " ok\n", "measuring", "ceiling", "kept in   " + calibration(), "written   " + asked);
    }

    @Test
    void doesNotCalibrateABusyHost() {
        assertThat(calibrate(HostCalibration::measure, 1, "")).isEqualTo(ExitStatus.FAILED);

        assertThat(err.toString())
                .isEqualTo(
                        "not calibrated, because this host is busy: other processes use 0 % of the CPUs, other virtual"
                                + " machines have taken 100 % of the CPUs: messages wait for a core. End what else runs here"
                                + " (top), and run bin/benchmark doctor --calibrate again\n");
        assertThat(out.toString()).doesNotContain("measuring");
        assertThat(calibration()).doesNotExist();
    }

    @Test
    void doesNotStoreACalibrationThatWasDisturbed() {
        Path asked = folder.resolve("asked.json");
        var measured = new Calibration(
                "1.2.3",
                "2026-11-21T10:00:00Z",
                new Calibration.CalibratedHost(2, "m", "j"),
                new Calibration.MessageCost(8e6, 110),
                new Calibration.ScheduleError(1, 2),
                new Calibration.ClockCost(3, 22, 9000, 5),
                OptionalDouble.empty());

        assertThat(calibrate((options, to) -> measured, 2, " --no-kafka -o " + asked))
                .isEqualTo(ExitStatus.FAILED);

        assertThat(err.toString()).startsWith("the calibration is not stored, because this host is busy: ");
        assertThat(out.toString()).doesNotContain("ceiling");
        assertThat(calibration()).doesNotExist();
        assertThat(asked).doesNotExist();
    }

    /** Calibrates; of the measurements of the host's load, number {@code busy} finds a busy host: 0 for none. */
    private int calibrate(BiFunction<HostCalibration, PrintWriter, Calibration> measuring, int busy, String options) {
        var host = new HostFiles(folder.resolve("host"));
        var begun = new AtomicInteger();
        var command = new DoctorCommand(
                calibration(),
                () -> {
                    OtherLoad load = new OtherLoad(host, SystemClock.INSTANCE);
                    if (begun.incrementAndGet() == busy) {
                        cpu(host, 1000);
                    }
                    return load;
                },
                measuring);
        cpu(host, 0);
        return executeAlone(command, line("--calibrate --dir %s" + options, folder));
    }

    /** A core that has run nothing, and of which the hypervisor has given this many ticks to other machines. */
    private static void cpu(HostFiles host, int stolenTicks) {
        Path file = host.root().resolve("proc/stat");
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, "cpu0 0 0 0 0 0 0 0 " + stolenTicks + " 0 0\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path calibration() {
        return folder.resolve("cache/weir/calibration.json");
    }

    private static String name(WorkerServer worker) {
        return "127.0.0.1:" + ((InetSocketAddress) worker.address()).getPort();
    }
}

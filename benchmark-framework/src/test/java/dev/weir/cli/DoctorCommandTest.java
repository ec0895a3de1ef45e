package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.SystemClock;
import dev.weir.driver.loading.Drivers;
import dev.weir.worker.WorkerServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code bin/benchmark doctor}, as a person meets it. What it finds on this very host is not this test's business. */
class DoctorCommandTest {
    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void checksHostSystemAndWorkers() throws IOException {
        Path driver = Files.writeString(folder.resolve("driver.yaml"), "name: mine\ndriver: none\n");
        try (var one = worker();
                var other = worker()) {
            int status = execute("-d", driver.toString(), "-w", name(one) + "," + name(other));

            assertThat(err.toString()).isEmpty();
            assertThat(out.toString())
                    .containsSubsequence(
                            "this host, ",
                            "  java  ",
                            "  pacing  ",
                            " free in " + folder,
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
    void failsWhereAWorkerIsMissing() throws IOException {
        int port;
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = taken.getLocalPort();
        }

        assertThat(execute("-w", "127.0.0.1:" + port)).isEqualTo(1);

        assertThat(out.toString())
                .contains(
                        "worker 127.0.0.1:" + port + "\n  FAIL  worker        no process answers: ",
                        "-> is bin/benchmark-worker running there?");
    }

    @Test
    void reportsProblemsWithItsInputsAndChecksNothing() throws IOException {
        Path driver = Files.writeString(folder.resolve("driver.yaml"), "driver: none\nstallAtMesage: 5\n");

        int status = execute("-d", driver + ",nonne", "-w", "client-1");

        assertThat(status).isEqualTo(2);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString())
                .contains("driver.yaml:2: stallAtMesage", "nonne: there is no such file", "-w: must be host:port")
                .doesNotContain("Exception");
    }

    @Test
    void teachesWithExamples() {
        assertThat(execute("--help")).isZero();

        assertThat(out.toString())
                .contains("bin/benchmark doctor -d driver-kafka/kafka.yaml -w client-1:8080,client-2:8080");
    }

    private int execute(String... arguments) {
        String[] all = new String[arguments.length + 3];
        all[0] = "doctor";
        all[1] = "--dir";
        all[2] = folder.toString();
        System.arraycopy(arguments, 0, all, 3, arguments.length);
        CommandLine commands =
                Benchmark.commands().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return Benchmark.execute(commands, all);
    }

    private static WorkerServer worker() {
        return WorkerServer.listen(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Drivers.onClassPath(),
                SystemClock.INSTANCE);
    }

    private static String name(WorkerServer worker) {
        return "127.0.0.1:" + ((InetSocketAddress) worker.address()).getPort();
    }
}

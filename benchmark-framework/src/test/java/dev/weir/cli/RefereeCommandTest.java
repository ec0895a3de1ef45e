package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cli.process.ExitStatus;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.none.NoneDriverFactory;
import dev.weir.referee.RefereePlan;
import dev.weir.workload.file.FieldOption;
import dev.weir.workload.file.WorkloadFile;
import dev.weir.workload.file.WorkloadSeries;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What {@code bin/benchmark referee} refuses before it starts anything. */
class RefereeCommandTest {
    private static final String WORKLOAD = """
        topics: 1
        partitionsPerTopic: 1
        messageSize: 100
        producersPerTopic: 1
        producerRate: 100
        testDuration: 1s
        """;

    @TempDir
    Path folder;

    private final StringWriter err = new StringWriter();

    @Test
    void refusesASystemWithoutTools() throws IOException {
        assertThat(execute(WORKLOAD, "-d", "none")).isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(err.toString())
                .startsWith(
                        "-d: the driver none has no tools of its system's own project: name a file of the driver kafka"
                                + " or redpanda, or embedded");
    }

    @Test
    void refusesUnknownNames() throws IOException {
        assertThat(execute(WORKLOAD, "-d", "none", "--tool", "all", "--repeat", "0", "--brokers", "10"))
                .isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(err.toString())
                .contains(
                        "--tool: must be one of producer, consumer, share-consumer, end-to-end, got all",
                        "--repeat: must be in [1, 1000], got 0",
                        "--brokers: must be in [1, 9], got 10");
    }

    @Test
    void refusesALoadThatNoToolHas() throws IOException {
        assertThat(execute(WORKLOAD.replace("topics: 1", "topics: 2"), "-d", "none"))
                .isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(err.toString()).contains("w.yaml:1: topics: must be 1: a tool has one topic, got 2");
    }

    @Test
    void refusesAFolderThatIsTaken() throws IOException {
        assertThat(execute(WORKLOAD, "-d", "none", "-o", folder.toString())).isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(err.toString()).contains("-o: must be a new or empty folder");
    }

    @Test
    void readsFieldsOfTheDriverInTheFileAndInOptions() throws IOException {
        execute(WORKLOAD + "steps: [{driver.failEvry: 5}]\n", "-d", "none");
        execute(WORKLOAD, "-d", "none", "--set", "driver.failEver=5");

        assertThat(err.toString())
                .contains(
                        "w.yaml:7: driver.failEvry: is not a field of a driver file that a run can change",
                        "--set: driver.failEver: is not a field of a driver file that a run can change");
    }

    @Test
    void bothSidesGetTheDriverChangesOfFileAndOptions() throws IOException {
        var problems = new Problems();
        WorkloadSeries series = WorkloadFile.readAll(
                        Files.writeString(folder.resolve("w.yaml"), WORKLOAD + "sweep: {driver.duplicateEvery: [7]}\n"),
                        List.of(new FieldOption("--set", "driver.failEvery", "5")),
                        problems)
                .orElseThrow();
        RefereePlan plan = RefereePlan.of(series, Optional.empty(), problems).orElseThrow();

        DriverConfig changed = RefereeCommand.changed(
                        series, plan, new NoneDriverFactory(), DriverConfig.of("none"), problems)
                .orElseThrow();

        assertThat(problems.errors()).isEmpty();
        assertThat(changed.settings()).containsEntry("failEvery", "5").containsEntry("duplicateEvery", "7");
    }

    private int execute(String workload, String... options) throws IOException {
        String[] arguments = new String[options.length + 1];
        System.arraycopy(options, 0, arguments, 0, options.length);
        arguments[options.length] =
                Files.writeString(folder.resolve("w.yaml"), workload).toString();
        return Benchmark.explaining(new CommandLine(new RefereeCommand()))
                .setOut(new PrintWriter(new StringWriter(), true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}

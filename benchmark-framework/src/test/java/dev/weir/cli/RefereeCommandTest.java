package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cli.process.ExitStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
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
    void refusesWhatItDoesNotKnow() throws IOException {
        assertThat(execute(WORKLOAD, "-d", "none", "--tool", "all", "--repeat", "0", "--brokers", "10"))
                .isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(err.toString())
                .contains(
                        "--tool: must be one of producer, consumer, end-to-end, got all",
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

    private int execute(String workload, String... options) throws IOException {
        String[] arguments = new String[options.length + 1];
        System.arraycopy(options, 0, arguments, 0, options.length);
        arguments[options.length] =
                Files.writeString(folder.resolve("w.yaml"), workload).toString();
        return Benchmark.explaining(new CommandLine(new RefereeCommand("bin/benchmark referee")))
                .setOut(new PrintWriter(new StringWriter(), true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}

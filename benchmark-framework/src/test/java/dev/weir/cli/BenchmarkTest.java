package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command line, as a person meets it. */
class BenchmarkTest {
    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private Path workload = Path.of("");

    @BeforeEach
    void writeWorkload() throws IOException {
        workload = Files.writeString(folder.resolve("tiny.yaml"), """
                topics: 1
                partitionsPerTopic: 2
                messageSize: 100
                producersPerTopic: 1
                subscriptionsPerTopic: 1
                consumerPerSubscription: 1
                producerRate: 500
                warmupDuration: 200ms
                testDuration: 600ms
                sampleRateMillis: 200
                """);
    }

    @Test
    void runsAWorkloadAndWritesItsResult() throws IOException {
        Path result = folder.resolve("sub").resolve("out.json");

        int status = execute("-d", "none", "-o", result.toString(), workload.toString());

        assertThat(err.toString()).isEmpty();
        assertThat(status).isZero();
        JsonNode json = new ObjectMapper().readTree(result.toFile());
        assertThat(json.path("workload").textValue()).isEqualTo("tiny");
        assertThat(json.path("weir").path("audit").path("acknowledged").longValue())
                .isEqualTo(400);
        assertThat(files(folder.resolve("sub"))).containsExactly("out.hlog", "out.json");
        assertThat(out.toString()).contains("tiny on none", "audit      clean", result.toString());
    }

    @Test
    void saysThatAFileIsMissing() throws IOException {
        refuses("no-such.yaml", "-d", "none", folder.resolve("no-such.yaml").toString());
    }

    @Test
    void saysThatAnOptionIsUnknown() throws IOException {
        refuses("--no-such-option", "-d", "none", "--no-such-option", workload.toString());
    }

    @Test
    void saysWhatIsWrongWithAllFilesAtOnce() throws IOException {
        Path one = Files.writeString(folder.resolve("one.yaml"), "topics: many\n");
        Path other = Files.writeString(folder.resolve("other.yaml"), "producerRat: 5\n");
        Path driver = Files.writeString(folder.resolve("driver.yaml"), "driver: none\nstallAtMesage: 5\n");

        refuses("one.yaml:1: topics", "-d", driver.toString(), one.toString(), other.toString());

        assertThat(err.toString()).contains("other.yaml:1: producerRat", "driver.yaml:2: stallAtMesage");
    }

    @Test
    void saysThatOneResultFileIsNotEnoughForTwoRuns() throws IOException {
        String result = folder.resolve("r.json").toString();

        refuses("but there are 2 runs", "-d", "none", "-o", result, workload.toString(), workload.toString());
    }

    @Test
    void saysHowAResultFileEnds() throws IOException {
        refuses(
                "-o: must end in .json",
                "-d",
                "none",
                "-o",
                folder.resolve("r.txt").toString(),
                workload.toString());
    }

    @Test
    void saysHowManyBrokersThereCanBe() throws IOException {
        refuses("--brokers: must be in [1, 9], got 0", "-d", "none", "--brokers", "0", workload.toString());
    }

    @Test
    void saysWhichDriversThereAre() throws IOException {
        refuses("embedded, or one of none", "-d", "nonne", workload.toString());
    }

    @Test
    void saysHowToAddDrivers() throws IOException {
        refuses("--driver-path adds drivers", "-d", "nats", workload.toString());
    }

    @Test
    void saysWhatIsWrongWithADriverPath() throws IOException {
        String gone = folder.resolve("gone.jar").toString();

        refuses("--driver-path: " + gone + " does not exist", "--driver-path", gone, "-d", "none", workload.toString());
    }

    @Test
    void saysThatWorkersElsewhereCannotReachTheMemoryOfThisProcess() throws IOException {
        refuses("leave -w out", "-d", "none", "-w", "127.0.0.1:1", workload.toString());
    }

    @Test
    void saysThatTheJournalOfAnotherRunIsInTheWay() throws IOException {
        Path journal = Files.writeString(folder.resolve("r.journal.jsonl"), "{}\n");

        int status = execute("-d", "none", "-o", folder.resolve("r.json").toString(), workload.toString());

        assertThat(status).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("-o: " + journal + " exists: results are not overwritten")
                .doesNotContain("\tat ");
        assertThat(journal).hasContent("{}\n");
    }

    @Test
    void helpsWithoutArguments() {
        assertThat(execute()).isZero();
        assertThat(out.toString()).contains("bin/benchmark workloads/quickstart.yaml");
    }

    private void refuses(String because, String... arguments) throws IOException {
        List<String> before = files(folder);

        int status = execute(arguments);

        assertThat(err.toString()).contains(because).doesNotContain("Exception", "\tat ");
        assertThat(status).isEqualTo(2);
        assertThat(out.toString()).isEmpty();
        assertThat(files(folder)).isEqualTo(before);
    }

    private int execute(String... arguments) {
        CommandLine commands =
                Benchmark.commands(arguments).setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return Benchmark.execute(commands, arguments);
    }

    private static List<String> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}

package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.result.RunSetup;
import dev.weir.result.StoredResult;
import dev.weir.workload.Problems;
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
        assertThat(json.at("/weir/workers/0/facts/cores").intValue())
                .isEqualTo(Runtime.getRuntime().availableProcessors());
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
    void runsAResultAgainFromWhatItSays() throws IOException {
        Path first = folder.resolve("first.json");
        Path driver = Files.writeString(folder.resolve("d.yaml"), "name: slow\ndriver: none\nduplicateEvery: 100\n");
        execute("-d", driver.toString(), "-v", "1.0", "-o", first.toString(), workload.toString());
        Path again = folder.resolve("again");

        int status = execute("rerun", "--into", again.toString(), first.toString());

        assertThat(err.toString()).isEmpty();
        assertThat(status).isZero();
        assertThat(files(again)).containsExactly("driver.yaml", "result.hlog", "result.json", "workload.yaml");
        JsonNode before = new ObjectMapper().readTree(first.toFile());
        JsonNode after =
                new ObjectMapper().readTree(again.resolve("result.json").toFile());
        for (String part : List.of("workload", "driver", "setup", "seed")) {
            assertThat(provenance(after).path(part))
                    .isEqualTo(provenance(before).path(part));
        }
        assertThat(after.path("version").textValue()).isEqualTo("1.0");
        assertThat(after.path("weir").path("audit").path("duplicated").intValue())
                .isEqualTo(4);
        assertThat(out.toString())
                .contains("bin/benchmark -d " + again.resolve("driver.yaml") + " --local")
                .contains(again.resolve("workload.yaml") + "\n");
    }

    @Test
    void writesNothingForARerunThatWouldBeRefused() throws IOException {
        Path first = folder.resolve("first.json");
        execute("-q", "-d", "none", "-o", first.toString(), workload.toString());
        out.getBuffer().setLength(0);
        String into = folder.resolve("again").toString();

        refuses("-x: means", "rerun", "-x", "-t", "swarm", "--into", into, first.toString());
        refuses("no-such", "rerun", "--driver-path", "no-such", "--into", into, first.toString());
        refuses("first.json exists", "rerun", "-o", first.toString(), "--into", into, first.toString());
        Files.writeString(folder.resolve("workload.yaml"), "mine");
        refuses("workload.yaml exists", "rerun", "--into", folder.toString(), first.toString());
    }

    @Test
    void writesTheFilesOfARerunWithoutTheirSecretsIfThatIsAll() throws IOException {
        Path result = Files.writeString(folder.resolve("r.json"), """
                {"schemaVersion": 2, "weir": {"provenance": {
                  "workload": {"topics": 1},
                  "driver": {"driver": "none", "commonConfig": {"password": "[hidden]"}}
                }}}
                """);

        assertThat(execute(
                        "rerun", "--write-only", "--into", folder.resolve("a").toString(), result.toString()))
                .isZero();
        assertThat(err.toString()).startsWith("warning: ").contains("commonConfig.password: was left out");
    }

    @Test
    void refusesADriverFileWithoutItsSecrets() throws IOException {
        Path driver = Files.writeString(
                folder.resolve("d.yaml"), "driver: none\ncommonConfig: |\n  a=b\n  url=x://[hidden]@h\n");

        refuses(
                "d.yaml:4: commonConfig.url: must be the secret itself, got [hidden]",
                "-d",
                driver.toString(),
                "x.yaml");
    }

    @Test
    void saysWhichSecretsARerunLacks() throws IOException {
        Path result = Files.writeString(folder.resolve("r.json"), """
                {"schemaVersion": 2, "weir": {"provenance": {
                  "workload": {"topics": 1},
                  "driver": {"driver": "none", "commonConfig": {"sasl.jaas.config": "[hidden]", "acks": "all"}}
                }}}
                """);

        int status = execute("rerun", "--into", folder.resolve("again").toString(), result.toString());

        assertThat(status).isEqualTo(2);
        assertThat(err.toString())
                .isEqualTo(
                        folder.resolve("again").resolve("driver.yaml") + ": commonConfig.sasl.jaas.config: was left out"
                                + " of the result, because it is a secret: put it in, then use the command above\n");
        assertThat(files(folder.resolve("again"))).containsExactly("driver.yaml", "workload.yaml");
    }

    @Test
    void saysThatAnOmbResultCannotBeRunAgain() throws IOException {
        Path result = Files.writeString(folder.resolve("r.json"), "{\"publishRate\": [1.0]}");

        refuses("does not say what was run", "rerun", result.toString());
    }

    @Test
    void writesTheResultsOfAFolderAsATable() throws IOException {
        Path results = Files.createDirectory(folder.resolve("results"));
        execute("-d", "none", "-q", "-o", results.resolve("a.json").toString(), workload.toString());
        Files.writeString(results.resolve("b.json"), "{}");
        Path table = folder.resolve("t.csv");

        int status = execute("-c", results.toString(), "-o", table.toString());

        assertThat(status).isZero();
        assertThat(Files.readAllLines(table)).hasSize(2).element(1).asString().startsWith("1,2,100,1,1,");
        assertThat(err.toString()).contains("b.json: is no result file").contains("left out");
        assertThat(out.toString()).isEqualTo("VALID  " + results.resolve("a.json") + "\n" + table + "\n");
    }

    @Test
    void neverOverwritesATableNorMakesAnEmptyOne() throws IOException {
        Path table = Files.writeString(folder.resolve("t.csv"), "precious");

        refuses("t.csv exists", "-c", folder.toString(), "-o", table.toString());
        refuses("there is no result file in", "-c", folder.toString());
        refuses(
                "must be a folder with result files",
                "-c",
                folder.resolve("nowhere").toString());
    }

    @Test
    void refusesATopologyThatSaysTwoThings() throws IOException {
        refuses("-x: means --topology extra-consumers", "-d", "none", "-x", "-t", "swarm", workload.toString());
        refuses("must be one of swarm, ensemble, extra-consumers, got ring", "-t", "ring", workload.toString());
    }

    @Test
    void saysThatOneWorkerCannotBeDivided() {
        String result = folder.resolve("r.json").toString();

        assertThat(execute("-q", "-d", "none", "-t", "ensemble", "-o", result, workload.toString()))
                .isZero();
        assertThat(err.toString()).contains("warning: -t: ensemble has no effect with fewer than two workers");
        assertThat(StoredResult.read(Path.of(result), new Problems())
                        .orElseThrow()
                        .setup())
                .isEqualTo(RunSetup.local());
    }

    @Test
    void asksForAWorkload() throws IOException {
        refuses("WORKLOAD: is missing", "-d", "none");
    }

    @Test
    void printsACompletionForRunsAndCommands() {
        assertThat(execute("completion")).isZero();
        assertThat(out.toString())
                .contains("complete -F _complete_benchmark", "--topology", "extra-consumers", "validate", "rerun");
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

    private static JsonNode provenance(JsonNode result) {
        return result.path("weir").path("provenance");
    }

    private static List<String> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}

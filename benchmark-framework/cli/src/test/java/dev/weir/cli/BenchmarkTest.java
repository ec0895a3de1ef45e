package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.driver.loading.DriverJar;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.ReviewCode;
import dev.weir.result.code.SpikeCause;
import dev.weir.result.document.Provenance.RunSetup;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The command line, as a person meets it. */
@Tag("slow")
class BenchmarkTest extends CommandTest {
    @Test
    void runsAWorkloadAndWritesItsResultWithThresholdsAndAJunitFile() throws IOException {
        append("thresholds: [achievedRate >= 900000, audit.duplicated == 0]\n");
        Path result = folder.resolve("sub").resolve("out.json");
        Path junit = folder.resolve("ci").resolve("junit.xml");

        assertThat(execute("-d", "none", "-o", result, "--junit", junit, workload))
                .isEqualTo(99);

        assertThat(err.toString()).isEmpty();
        JsonNode json = json(result);
        hasFields(json, """
                /workload: tiny
                /weir/audit/acknowledged: 400
                /weir/workers/0/facts/cores: %d
                """.formatted(Runtime.getRuntime().availableProcessors()));
        JsonNode thresholds = json.at("/weir/thresholds");
        assertThat(thresholds.findValuesAsText("text"))
                .containsExactly("achievedRate >= 900000", "audit.duplicated == 0", "audit.lost == 0");
        assertThat(thresholds.findValuesAsText("met")).containsExactly("false", "true", "true");
        assertThat(thresholds.findValuesAsText("byDefault")).containsExactly("false", "false", "true");
        assertThat(files(folder.resolve("sub"))).containsExactly("out.hlog", "out.html", "out.json");
        assertThat(out.toString())
                .contains("tiny on none", "audit      clean", "publishResponse", result.toString())
                .contains("threshold MISSED: achievedRate >= 900000")
                .contains("threshold met: audit.duplicated == 0: 0 messages")
                // A run this short has no confidence intervals.
                .doesNotContain("95 % interval");
        assertThat(junit).content().contains("tests=\"4\" failures=\"1\" errors=\"0\"");
    }

    @Test
    void quietRunsAndExplanationsNameWarningsReasonsAndMissedThresholds() {
        Path result = folder.resolve("out.json");
        String threshold = "thresholds=[achievedRate >= 900000]";
        String command = "run -q -d none -t ensemble -o %s --set audit=false --set %s %s";

        assertThat(execute(line(command, result, threshold, workload))).isEqualTo(99);

        assertThat(err.toString())
                .isEqualTo("warning: -t: ensemble has no effect with fewer than two workers: one does both\n");
        assertThat(StoredResult.read(result, new Problems()).orElseThrow().setup())
                .isEqualTo(RunSetup.local());
        assertThat(out.toString())
                .matches("[A-Z]+  " + result + "  missed achievedRate >= 900000: [0-9,.]+ messages/s\n");
        succeeds("explain", result);
        assertThat(out.toString().lines().limit(12))
                .anyMatch(line -> line.startsWith("  Missed threshold: achievedRate >= 900000: "));
        assertThat(out.toString()).containsSubsequence("NOTE NOT_AUDITED: ", "What to do: ", "latenc");
    }

    @ParameterizedTest
    @CsvSource({
        "--broker-count 3, --broker-count: has no effect without an embedded cluster",
        "--differs acks, --differs: has no effect with one system"
    })
    void warnsOfOptionsWithoutEffect(String option, String warning) {
        succeeds(line("plan -d none " + option + " %s", workload));

        assertThat(err.toString()).isEqualTo("warning: " + warning + "\n");
    }

    /** A folder stands where the result should: as on a full disk, the file cannot be written. */
    @Test
    void printsTheFiguresButNoFileThatWasNotWritten() throws IOException {
        Path result = folder.resolve("out.json");
        append("hooks: {beforeRun: 'mkdir -p " + result + "/in-the-way'}\n");

        assertThat(execute("-d", "none", "-o", result, workload)).isEqualTo(1);

        assertThat(out.toString())
                .contains("tiny on none", "achieved rate")
                .doesNotContain("result     ", "report     ");
        assertThat(err.toString()).contains("the result is ", "no run follows");
        Files.delete(result.resolve("in-the-way"));
        Files.delete(result);
        Path quiet = folder.resolve("quiet.json");
        replace(result.toString(), quiet.toString());
        assertThat(execute("-d", "none", "-q", "-o", quiet, workload)).isEqualTo(1);
        assertThat(out.toString()).doesNotContain(quiet.toString());
    }

    @Test
    void printsNoThresholdsOfARunThatMeasuredNothing() throws IOException {
        replace("topics: 1\n", "existingTopicList: [gone]\n");
        append("thresholds: [achievedRate >= 100]\n");

        assertThat(execute("-d", "none", "-o", folder.resolve("r.json"), workload))
                .isEqualTo(1);

        assertThat(out.toString()).contains("gone").doesNotContain("threshold");
    }

    @Test
    void refusesSmallMessagesAndHeadersIfADriverCarriesOnlyPayloads() throws IOException {
        Path jar = DriverJar.of(folder, "plain", "public boolean payloadOnly() { return true; }")
                .write(folder.resolve("plain.jar"));
        replace("messageSize: 100", "messageSize: 31");
        Object[] run = line("--driver-path %s -d plain %s", jar, workload);

        refuses("messageSize: must be at least 32 bytes with the driver plain, got 31", run);
        String headers =
                ": cannot be used with the driver plain, whose messages have no headers: remove it, or use another driver";
        append("stamp: header\n");
        refuses(workload + ":11: stamp" + headers, run);
        replace("stamp: header", "headers: {a: b}");
        refuses(workload + ":11: headers" + headers, run);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-d none -o r.txt|-o: must end in .json",
                "-d none -o r.json --set producerRate=[1,2]|-o: must be a new or empty folder for the results of 2 runs,"
                        + " got r.json",
                "-d none --driver-path gone.jar|--driver-path: gone.jar does not exist",
                "-d none --format xml|--format: must be text, json or markdown, got xml",
                "-d none --log-format json|--log-format: must be weir or omb, got json",
                "-d none --log-format omb --format json|--format: cannot be used with --log-format omb",
                "-d none -w 127.0.0.1:1 --tls-key k.pem|--tls-key: needs --tls-cert and --tls-ca beside it",
                "-d none --tls-cert no.pem --tls-key no.pem --tls-ca no.pem|no.pem: --tls-cert: there is no such file",
                "-d nonne|; did you mean none?",
                "-d embeded|; did you mean embedded?",
                "-d none --broker-count 0|--broker-count: must be in [1, 9], got 0",
                "-d nonne|embedded, or one of none",
                "-d nats|--driver-path adds drivers",
                "-d none -w 127.0.0.1:1|leave -w out",
                "-d none -x -t swarm|-x: means --topology extra-consumers",
                "-t ring|must be one of swarm, ensemble, extra-consumers, got ring"
            })
    void refusesOptions(String options, String message) throws IOException {
        refuses(message, line(options + " %s", workload));
    }

    @Test
    void reportsProblemsWithAllFilesAtOnce() throws IOException {
        Path one = write("one.yaml", "topics: many\n");
        Path other = write("other.yaml", "producerRat: 5\n");
        Path driver = write("driver.yaml", "driver: none\nstallAtMesage: 5\n");

        refuses("one.yaml:1: topics", "-d", driver, one, other);

        assertThat(err.toString()).contains("other.yaml:1: producerRat", "driver.yaml:2: stallAtMesage");
    }

    @Test
    void reportsThatTheJournalOfAnotherRunIsInTheWay() throws IOException {
        Path journal = write("r.journal.jsonl", "{}\n");

        refuses(
                "-o: " + journal + " exists: results are not overwritten",
                line("-d none -o %s %s", folder.resolve("r.json"), workload));

        assertThat(journal).hasContent("{}\n");
    }

    @Test
    void reportsWhichOptionAFileBelongsTo() throws IOException {
        Path driver = write("d.yaml", "driver: none\ncommonConfig: |\n  a=b\n");

        refuses("d.yaml: must be a workload file, is a driver file: name it with -d", "-d", "none", driver);
        refuses("must be a driver file, is a workload file", "-d", workload, workload);
    }

    @Test
    void printsACompletionForRunsAndCommands() {
        succeeds("completion");
        assertThat(out.toString())
                .contains("complete -F _complete_benchmark", "--topology", "extra-consumers", "validate", "rerun")
                .contains("\"text\" \"json\" \"markdown\" \"csv\"");
    }

    @Test
    void helpsWithoutArguments() {
        succeeds();
        assertThat(out.toString()).contains("bin/benchmark workloads/quickstart.yaml");
        assertThat(out.toString().lines()).hasSizeLessThanOrEqualTo(20);
    }

    @Test
    void helpsWithEachOptionOfARunOnOneScreen() {
        succeeds("run", "--help");

        String help = out.toString();
        assertThat(help.lines()).hasSizeLessThanOrEqualTo(60).allMatch(line -> line.length() <= 80);
        Set<String> named = Pattern.compile("(?<![\\w/=-])--?[a-zA-Z][a-z-]*")
                .matcher(help)
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toSet());
        Set<String> all = command("run").getCommandSpec().optionsMap().keySet();
        // Second names for users of OMB's scripts.
        named.addAll(Set.of("--extra-consumers", "--stats-port"));
        assertThat(named).containsAll(all).allMatch(all::contains);
        succeeds("help", "run");
        assertThat(out.toString()).contains("Ctrl-C ends a run");
    }

    @Test
    void hasShortSynopses() {
        Benchmark.commands().getSubcommands().values().stream()
                .flatMap(command -> Stream.concat(Stream.of(command), command.getSubcommands().values().stream()))
                .forEach(command -> assertThat(command.getHelp().synopsis(0).lines())
                        .as(command.getCommandName())
                        .hasSizeLessThanOrEqualTo(3));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--bootstrap-servers", "--num-records", "--throughput", "--record-size", "--topic"})
    void namesTheOwnOptionForOneOfAnotherTool(String option) {
        assertThat(execute("run", option, "1")).isEqualTo(2);

        assertThat(err.toString()).contains(option + ": is not an option of bin/benchmark run, but of other tools: ");
        Matcher own = Pattern.compile(" (--?[a-z]+)").matcher(err.toString().replaceFirst(".*tools:", ""));
        assertThat(own.find()).isTrue();
        assertThat(command("run").getCommandSpec().optionsMap()).containsKey(own.group(1));
    }

    @Test
    void findsFilesOfTheInstallationFromAnyFolder() throws IOException {
        Files.createDirectories(folder.resolve("home/workloads"));
        Path file = Files.copy(workload, folder.resolve("home/workloads/only-there.yaml"));
        System.setProperty("weir.home", folder.resolve("home").toString());
        try {
            succeeds("plan", "-d", "none", "workloads/only-there.yaml");
        } finally {
            System.clearProperty("weir.home");
        }

        assertThat(err.toString())
                .contains("workloads/only-there.yaml: is not in this folder, so " + file
                        + " of the installation is used");
    }

    private static CommandLine command(String name) {
        return Objects.requireNonNull(Benchmark.commands().getSubcommands().get(name));
    }

    @Test
    void listsEachCommandInAGroupAndItsExitStatuses() {
        succeeds("--help");

        assertThat(out.toString())
                .containsSubsequence(
                        "Measure\n  run ", "Read results\n  compare ", "Operate\n  doctor ", "Exit status, the first");
        Benchmark.commands().getSubcommands().forEach((name, command) -> {
            if (!name.equals("help")) {
                assertThat(out.toString()).containsOnlyOnce("\n  " + name + " ");
                assertThat(command.getUsageMessage())
                        .as(name)
                        .containsOnlyOnce("Exit status")
                        .containsPattern("Exit status, the first that applies:\n  2  +");
            }
        });
    }

    @Test
    void explainsCodesAndRulesOfComparisons() {
        succeeds("explain", "UNAVAILABLE", "process_stood_still", "too_few_runs");

        assertThat(out.toString().lines())
                .contains(
                        "UNAVAILABLE  finding",
                        "PROCESS_STOOD_STILL  reason, NOTE or DEGRADED",
                        "PROCESS_STOOD_STILL  event",
                        "TOO_FEW_RUNS  rule of comparisons, refuses")
                .anyMatch(line -> line.startsWith("  Why it matters: "))
                .anyMatch(line -> line.startsWith("  What to do: Repeat each run"))
                .anyMatch(line -> line.startsWith("  Source: Heiser, Systems Benchmarking Crimes"))
                .allMatch(line -> line.length() <= 80);
    }

    @Test
    void listsAllCodesOneALine() {
        succeeds("explain");

        assertThat(out.toString().lines())
                .hasSize(ReasonCode.values().length
                        + FindingCode.values().length
                        + EventKind.values().length
                        + SpikeCause.values().length
                        + ReviewCode.values().length)
                .allMatch(line -> line.matches("[A-Z_]+ +[A-Z].*\\."));
    }

    @Test
    void suggestsASimilarCode() throws IOException {
        refuses("SENDS_LAET: is not a code; did you mean SENDS_LATE?", "explain", "SENDS_LAET");
        refuses("OH: is not a code; bin/benchmark explain lists all codes", "explain", "OH");
        refuses(folder + ": is a folder: name a result file in it, which ends in .json", "explain", folder);
    }

    /** A tenth of 2 GiB, which 10,000 of each have, and what a JVM needs for any run. */
    @Test
    @Tag("soak")
    void aThousandProducersAndConsumersRunIn256MiB() throws IOException, InterruptedException {
        Files.writeString(workload, """
                topics: 10
                partitionsPerTopic: 100
                messageSize: 100
                producersPerTopic: 100
                subscriptionsPerTopic: 1
                consumerPerSubscription: 100
                producerRate: 1000
                warmupDuration: 1s
                testDuration: 3s
                """);
        Path output = folder.resolve("output");
        Process process = program(folder, "-d", "none", "--local", "-o", folder.resolve("result.json"), workload)
                .start();
        try {
            assertThat(process.waitFor(4, TimeUnit.MINUTES))
                    .as(Files.readString(output))
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }

        // The delivery is checked, and not the time that it took: that depends on the host.
        assertThat(Files.readString(output)).contains(" delivered once, in order");
    }
}

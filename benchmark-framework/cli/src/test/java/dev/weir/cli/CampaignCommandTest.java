package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.cli.process.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Command lines that lead to several runs, also on several systems. */
@Order(1)
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class CampaignCommandTest extends CommandTest {
    private static final String WARNING =
            "warning: -d: a and b are not equal: capacityMessagesPerSecond not set | 400. Make them equal, or name "
                    + "the fields that are meant to differ with --differs capacityMessagesPerSecond";

    private Path results;

    @BeforeEach
    void nameFolder() {
        results = folder.resolve("results");
    }

    @Test
    void runsStepsIntoAFolderWithAnIndex() throws IOException {
        append("name: ladder\nsteps:\n  - producerRate: 300\n  - driver.duplicateEvery: 100\n");

        // Duplicates of a system that promises none.
        assertThat(execute("-d", "none", "-o", results, workload)).isEqualTo(ExitStatus.THRESHOLD_MISSED);

        assertThat(err.toString()).isEmpty();
        assertThat(out.toString())
                .startsWith("2 runs, about 0:")
                .containsPattern("run 1 of 2: producerRate=300, about 0:\\d\\d left in total\n")
                .containsPattern("run 1 of 2: producerRate=300: [\\d,]+ msg/s, publishResponse p50 .* ms  [A-Z]+")
                .containsPattern(
                        "run 2 of 2: duplicateEvery=100: [\\d,]+ msg/s, .*MESSAGES_DUPLICATED; missed audit.dupl")
                .containsPattern("\nrun  point +msg/s +p50 +p99 +p99.9  outcome\n  1  producerRate=300 +[\\d,]+ ")
                .containsPattern("\n  2  duplicateEvery=100 +[\\d,]+ .*(\n {7})?.* MESSAGES_DUPLICATED\n")
                .containsPattern(
                        "\nmsg/s: achieved; p50 to p99.9: milliseconds of publishResponse \\(compare decides\\s+by"
                                + " endToEndResponse.p99\\); samples of a\\s+run:\\s+\\d+")
                .contains("campaign   " + results.resolve("index.html"))
                .doesNotContain("audit ", "report  ");
        assertThat(files(results))
                .containsExactly(("index.html index.json ladder-step1-none.hlog ladder-step1-none.html "
                                + "ladder-step1-none.json ladder-step2-none.hlog ladder-step2-none.html "
                                + "ladder-step2-none.json")
                        .split(" "));
        JsonNode index = json(results.resolve("index.json"));
        hasFields(index, "/campaign: results\n/runs/1/result: ladder-step2-none.json");
        assertThat(index.at("/runs/1/outcome").asText()).isNotEmpty();
        JsonNode second = json(results.resolve("ladder-step2-none.json"));
        hasFields(second, """
                /workload: ladder-step2
                /weir/run/campaign: results
                /weir/run/point/driver.duplicateEvery: 100
                /weir/run/repeat: 1
                """);
        assertThat(second.at("/weir/audit/duplicated").asInt()).isPositive();
        assertThat(Files.readString(results.resolve("ladder-step1-none.html"))).contains("<h1>ladder-step1 on none");
        assertThat(Files.readString(results.resolve("index.html")))
                .contains("Campaign results", "href=\"./ladder-step2-none.html\"")
                .containsPattern("They differ in [^.]*producerRate");
        // Of the whole campaign, and not of nothing.
        assertThat(execute("-d", "none", "--resume", results, workload)).isEqualTo(ExitStatus.THRESHOLD_MISSED);

        Path page = folder.resolve("target.html");
        succeeds("report", "--view", "target", "-o", page, results);
        assertThat(out.toString()).isEqualTo(page + "\n");
        assertThat(Files.readString(page)).contains("id=\"target\"").doesNotContain("id=\"quantiles");
    }

    @Test
    void refusesAnOutputBelowAFileBeforeItStartsAnything() throws IOException {
        refuses(
                "-o: cannot create files in " + workload + ": " + workload + " is not a folder; name another folder",
                line("-d none -o %s %s", workload.resolve("r.json"), workload));
        append("steps: [{producerRate: 300}, {producerRate: 400}]\n");
        refuses(
                "-o: cannot create files in " + workload.resolve("all"),
                line("-d none -o %s %s", workload.resolve("all"), workload));
    }

    @Test
    void sumsRunsUpForScriptsAndPages() throws IOException {
        Path single = Files.copy(workload, folder.resolve("single.yaml"));
        append("steps: [{producerRate: 300}, {producerRate: 400}]\n");

        execute("--format", "json", "-d", "none", "-o", results, workload);

        assertThat(err.toString()).contains("run 2 of 2: producerRate=400: ");
        JsonNode second = new ObjectMapper().readTree(out.toString()).at("/runs/1");
        hasFields(second, """
                /label: producerRate=400
                /point/producerRate: 400
                /audit/lost: 0
                /result: %s
                """.formatted(results.resolve("tiny-step2-none.json")));
        assertThat(second.path("outcome").asText()).isIn("VALID", "DEGRADED");
        assertThat(second.at("/throughput/targetMessagesPerSecond").asDouble()).isCloseTo(400, within(0.01));
        assertThat(second.at("/latency/publishResponse/quantilesNanos/p50").asLong())
                .isPositive();

        Path result = folder.resolve("one.json");
        execute("--format", "markdown", "-q", "-d", "none", "-o", result, single);
        assertThat(out.toString().lines())
                .startsWith("| run | point | msg/s | p50 | p99 | p99.9 | outcome |", "|--:|---|--:|--:|--:|--:|---|")
                .anyMatch(line -> line.startsWith("| 1 | single | "));
        assertThat(err.toString()).contains(result.toString());
    }

    @Test
    void continuesWithUnfinishedRunsOfTheSameFilesOnly() throws IOException {
        append("steps: [{producerRate: 300}, {producerRate: 400}, {producerRate: 500}]\n");
        execute("-q", "-d", "none", "-o", results, workload);
        Path first = results.resolve("tiny-step1-none.json");
        Path third = results.resolve("tiny-step3-none.json");
        Files.writeString(
                first, Files.readString(first).replaceFirst("\"outcome\" : \"[A-Z]*\"", "\"outcome\" : \"FAILED\""));
        Files.delete(third);

        succeedsWithoutWarnings("-d", "none", "--resume", results, workload);

        assertThat(out.toString())
                .startsWith("2 runs (1 are done), about")
                .contains("run 1 of 3: producerRate=300", "run 3 of 3: producerRate=500", "\n  2  producerRate=400 ")
                .doesNotContain("run 2 of 3");
        hasFields(json(results.resolve("index.json")), "/runs/0/result: tiny-step1-none-2.json");

        succeeds("-d", "none", "--resume", results, workload);
        assertThat(out.toString()).startsWith("nothing is left to do: 0 runs (3 are done)");

        // As of a campaign whose last run was killed.
        Path index = results.resolve("index.json");
        Files.writeString(index, Files.readString(index).replaceFirst("\"tiny-step3-none[^\"]*\"", "null"));
        succeeds("plan", "-d", "none", "--resume", results, workload);
        assertThat(out.toString()).contains("1 run (2 are done)");

        Path other = write("other.yaml", Files.readString(workload).replace("400", "600"));
        refuses(
                "--resume: " + results
                        + " is of another campaign: its run 1 is tiny-step1 on none, and of these files it"
                        + " is other-step1 on none",
                line("-d none --resume %s %s", results, other));
        refuses("it has 3 runs, and these files make 6", line("-d none,none --resume %s %s", results, workload));
        refuses(
                "--junit: cannot be used with --resume",
                line("-d none --resume %s --junit j.xml %s", results, workload));
        refuses("does not exist: it must be", "-d", "none", "--resume", folder, workload);
        refuses("-o: " + results + " contains a campaign", "-d", "none", "-o", results, workload);

        append("audit: false\n");
        succeeds("plan", "-d", "none", "--resume", results, workload);
        assertThat(out.toString()).contains("3 runs, about");
    }

    @Test
    void aFailedHookFailsItsRunAndTheCampaignContinues() throws IOException {
        append("repeat: 2\ndiscardFirst: false\nhooks:\n  beforeRun: test $WEIR_RESULT != "
                + folder.resolve("results/tiny-none.json") + "\n  afterRun: ls $WEIR_RESULT\n");

        assertThat(execute("-d", "none", "-o", results, workload)).isEqualTo(1);

        JsonNode first = json(results.resolve("tiny-none.json"));
        hasFields(first, "/outcome: FAILED\n/weir/hooks/1/status: 0");
        assertThat(first.at("/weir/failure").asText()).contains("ended with status 1, see tiny-none-hooks.txt");
        assertThat(Files.readString(results.resolve("tiny-none-hooks.txt"))).contains("results/tiny-none.json\n");
        JsonNode second = json(results.resolve("tiny-none-2.json"));
        assertThat(second.path("outcome").asText()).isNotEqualTo("FAILED");
        hasFields(second, "/weir/run/repeat: 2\n/weir/provenance/workload/hooks/timeout: 5m");
        assertThat(second.at("/weir/hooks")).hasSize(2);
    }

    @Test
    void keepsTheFirstRunButComparesOnlyTheOthers() throws IOException {
        append("repeat: 2\n");

        execute("-d", "none", "-o", results, workload);

        assertThat(out.toString()).contains("run 1 of 3: tiny, discarded", "run 3 of 3: tiny #2");
        assertThat(files(results))
                .contains("tiny-none-discarded.json", "tiny-none.json", "tiny-none-2.json")
                .doesNotContain("tiny-none-3.json");
        JsonNode index = json(results.resolve("index.json"));
        hasFields(index, """
                /runs/0/discarded: true
                /runs/0/repeat: 0
                /runs/1/discarded: false
                /variation/0/figure: achievedRate
                /variation/0/runs: 2
                /variation/0/processes: 1
                /variation/0/betweenProcesses: null
                """);
        assertThat(index.at("/variation/0/withinProcesses").isNumber()).isTrue();
        assertThat(Files.readString(results.resolve("index.html")))
                .contains("differs from the others: tiny-none-discarded.json.", "Variation from run to run");

        Path other = Files.copy(results.resolve("tiny-none-2.json"), folder.resolve("other.json"));
        execute("compare", "--even-invalid", results, other);
        assertThat(err.toString()).contains("A: 1 of its runs were discarded and are left out");
    }

    @Test
    void skipsHooksOnRequestAndInReruns() throws IOException {
        append("hooks: {beforeRun: exit 1}\n");
        Path result = folder.resolve("r.json");
        succeeds("-q", "-d", "none", "--no-hooks", "-o", result, workload);

        Path again = folder.resolve("again");
        succeeds("rerun", "--into", again, result);
        assertThat(out.toString()).contains(" --no-hooks -o ");
        assertThat(files(again)).doesNotContain("result-hooks.txt");

        String with = folder.resolve("b").toString();
        assertThat(execute("rerun", "-q", "--hooks", "--into", with, result)).isEqualTo(2);
        assertThat(execute("rerun", "-q", "--hooks", "--trust", "--into", with, result))
                .isEqualTo(1);
    }

    @Test
    void plansWithoutStartingAnything() throws IOException {
        append("""
            warmupProducerRate: 1000
            repeat: 2
            steps: [{producerRate: 1000, messageSize: 1048576}, {producerRate: max}, {testDuration: 0s}]
            """);
        List<String> before = files(folder);

        succeeds("plan", "-d", "none", workload);

        assertThat(files(folder)).isEqualTo(before);
        List<String> lines = new ArrayList<>(out.toString().lines().toList());
        assertThat(lines).hasSize(9);
        assertThat(lines.get(0)).matches("run +workload +on +differs by +msg/s +time +data");
        assertThat(lines.remove(1))
                .matches(" *1 +tiny-step1 +none +producerRate=1000 messageSize=1048576 discarded .*");
        assertThat(lines.get(1))
                .matches(" *2 +tiny-step1 +none +producerRate=1000 messageSize=1048576 1\\. of 2 +1,000 +0:0\\d +0.8"
                        + " GiB");
        assertThat(lines.get(2)).matches(".* tiny-step2 .* max +0:0\\d +unknown");
        assertThat(lines.get(3)).matches(".* tiny-step3 .* 500 +until stopped +unknown");
        assertThat(lines.get(7))
                .matches("7 runs, about 0:\\d\\d and, of 2, until stopped, .*; the data of 4 runs is unknown");
    }

    @Test
    void plansNoTimeForTransactionsThatWaitForEachOther() throws IOException {
        Files.writeString(workload, "transactionBenchmark: send\ncount: 10\n");

        succeeds("plan", "-d", "none", workload);

        assertThat(out.toString())
                .containsPattern("tiny +none +max +until done")
                .contains("and, of 1, until their clients are done");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sweep: {driver.duplicateEvry: [5]}|tiny.yaml:11: driver.duplicateEvry: is not a field",
                "faults: [{at: 0s, action: kill}]|tiny.yaml:11: faults: can only be done to an embedded cluster, not to none: run it"
                        + " with -d embedded",
                "connectionsPerProducer: 100|tiny.yaml:11: connectionsPerProducer: cannot be used with none (driver none): it needs the"
                        + " driver kafka or redpanda with client: wire; choose these, or remove it",
                "members: [{at: 100ms, action: join}]|tiny.yaml:11: members: cannot be used with the driver none, whose"
                        + " consumers do not report their partitions: remove them, or choose another driver",
            })
    void refusesFieldsThatCannotBeUsedWithTheDriver(String fields, String message) throws IOException {
        append(fields + "\n");

        refuses(message, "-d", "none", workload);
    }

    @Test
    void reportsProblemsInTheLineOfTheStep() throws IOException {
        append("steps:\n  - {}\n  - driver.stallMillis: 5\n  - driver.loseEvery: never\n");

        refuses("tiny.yaml:13: driver.stallAtMessage: stallAtMessage is missing", "-d", "none", workload);

        assertThat(err.toString()).contains("tiny.yaml:14: driver.loseEvery: loseEvery must be a whole number");
    }

    @Test
    void unequalSystemsAreReportedBeforeAndAfterTheRunsAndRefusedByStrictUnlessTheDifferenceIsStated()
            throws IOException {
        String pair = driver("a", "") + "," + driver("b", "capacityMessagesPerSecond: 400\n");

        execute("-d", pair, "-o", results, workload);

        assertThat(err.toString().strip()).isEqualTo(WARNING);
        assertThat(out.toString()).contains("pair       a | b: unequal: capacityMessagesPerSecond not set | 400");
        hasFields(json(results.resolve("index.json")).at("/pairs/0"), """
                /verdict: unequal
                /sides/0: a
                /sides/1: b
                /differences/0/field: capacityMessagesPerSecond
                /differences/0/values/1: 400
                /differences/0/kind: unequal
                """);

        refuses(
                WARNING.replace("warning: ", ""),
                line("--strict -d %s -o %s %s", pair, folder.resolve("strict"), workload));
        refuses(
                "--differs: must name fields of workloads, drivers or durability, got capacityMessagePerSecond; did"
                        + " you mean capacityMessagesPerSecond?",
                line("--differs capacityMessagePerSecond -d %s %s", pair, workload));
        succeedsWithoutWarnings(line("plan --differs %s -d %s %s", "capacityMessagesPerSecond, acks", pair, workload));
    }

    @Test
    void equalSystemsAreReportedAsEqualAlsoInAResumedCampaign() throws IOException {
        execute("-d", "none,none", "-o", results, workload);
        assertThat(err.toString()).isEmpty();
        assertThat(out.toString()).contains("pair       none | none: equal");

        execute("-d", "none,none", "--resume", results, workload);
        assertThat(out.toString()).startsWith("nothing is left to do").contains("pair       none | none: equal");
        hasFields(json(results.resolve("index.json")), "/pairs/0/verdict: equal");
    }

    @Test
    void validateComparesTwoDriverFiles() throws IOException {
        String one = driver("a", "");
        String other = driver("b", "loseEvery: 5\n");

        succeeds("validate", one, other);
        assertThat(out.toString()).contains("warning: a and b are not equal: loseEvery not set | 5.");

        succeeds("validate", one, other, driver("c", "loseEvery: 6\n"));
        assertThat(out.toString()).doesNotContain("warning");
    }

    private String driver(String name, String more) throws IOException {
        return write(name + ".yaml", "name: " + name + "\ndriver: none\n" + more)
                .toString();
    }
}

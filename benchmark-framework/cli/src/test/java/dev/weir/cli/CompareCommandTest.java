package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.report.compare.StoredRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class CompareCommandTest extends CommandTest {
    @Test
    void comparesFoldersFilesAndPatternsAndContinuesWithOptionsBehindTheOtherSide() throws IOException {
        Path a = runs("a", 5, 10);
        Path b = runs("b", 5, 12);

        succeedsWithoutWarnings("compare", a, "--", b, "--format", "markdown", "--margin", "2");

        assertThat(out.toString())
                .contains("| **WORSE** | endToEndResponse.p99 |", "| **EQUIVALENT** | achievedRate |", "within 2 %");
        succeeds("compare", a.resolve("run-01.json"), b.resolve("run-01.json"));
        assertThat(out.toString()).contains("A  w on kafka, 1 run:", "INCONCLUSIVE");
        succeeds(line("compare %s -- %s --format csv", a.resolve("*.json"), b.resolve("RUN-*")));
        assertThat(out.toString()).contains("endToEndResponse.p99,ns,worse");

        Path page = folder.resolve("page.html");
        succeeds("compare", a, "--", b, "--html", page);
        assertThat(out.toString()).contains("WORSE           endToEndResponse.p99");
        assertThat(err.toString()).isEqualTo("page: " + page + "\n");
        assertThat(Files.readString(page))
                .contains(
                        "<span class=\"badge invalid\">worse</span>",
                        "<b>B</b> w on kafka, 5 runs: " + b.resolve("run-01.json") + " and 4 more",
                        "A: w on kafka #5",
                        "B: w on kafka #10");
        refuses("--html: must be the file of a page", "compare", a, b, "--html", folder);
    }

    @Test
    void failsIfItIsProvenToBeWorseOrCannotBeJudged() throws IOException {
        Path a = runs("a", 5, 10);
        Path b = runs("b", 5, 12);
        Path few = runs("few", 2, 10);

        assertThat(execute("compare", "--fail-if", "endToEndResponse.p99 worse > 5%", a, b))
                .isEqualTo(99);
        assertThat(err.toString()).isEqualTo("--fail-if: endToEndResponse.p99 worse > 5%: it is\n");
        // A third figure takes 6 runs a side, unless their number was planned.
        succeeds(line("compare --planned-runs 5 --fail-if %s %s %s", "endToEndResponse.p50 worse > 30%", a, b));
        assertThat(err.toString())
                .endsWith("--fail-if: endToEndResponse.p50 worse > 30%: not proven, so it passes; found: WORSE,"
                        + " +19.9 %\n");
        assertThat(execute("compare", "--fail-if", "achievedRate worse > 5%", a, few))
                .isEqualTo(99);
        assertThat(err.toString()).contains("achievedRate worse > 5%: cannot be judged, which counts as a failure");
    }

    @Test
    void refusesRunsThatAreInvalidUnlessAskedTo() throws IOException {
        Path a = runs("a", 2, 10);
        Path invalid = folder.resolve("invalid");
        new StoredRuns(invalid)
                .outcome("INVALID", "INVALID", "NOTHING_MEASURED")
                .run(1000, 10);

        assertThat(execute("compare", a, invalid)).isEqualTo(3);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString())
                .contains("B: 1 of 1 run INVALID (NOTHING_MEASURED): " + invalid)
                .contains("not compared: leave these runs out, or add --even-invalid");
        succeeds("compare", "--even-invalid", a, invalid);
    }

    @Test
    void reportsProblemsWithTheCommandLine() throws IOException {
        String a = runs("a", 1, 10).toString();
        String b = runs("b", 1, 10).toString();
        String empty = Files.createDirectory(folder.resolve("empty")).toString();

        refuses("--json: is not an option of bin/benchmark compare", "compare", "--json", "a.json", "--", "b.json");
        refuses("compare: needs a folder with runs of two systems, two sides A... -- B..., or --by FIELD", "compare");
        refuses("names before --: 3", "compare", a, b, a);
        refuses("compare: needs runs that differ in driver, which is kafka in all: name two sides", "compare", a);
        refuses("kafka in all: name one of these with --by: messageSize", "compare", sizes());
        refuses("--by: splits the runs into sides, and -- does so, too", "compare", "--by", "acks", a, "--", b);
        refuses("a/run-01.json: is named twice: it would count twice", "compare", a, "--", b, a);
        refuses("there is no result file in this folder", "compare", a, empty);
        refuses("x*.json: no file matches this pattern", "compare", a, folder.resolve("x*.json"));
        refuses("none.json: does not exist", "compare", a, folder.resolve("none.json"));
        String found = "{\"schemaVersion\": 1, \"curve\": [{\"messagesPerSecond\": 1000}], \"weir\": {}}";
        refuses("w.search.json: is what a search found, and no run", "compare", a, write("w.search.json", found));
        refuses("--margin: must be in (0, 100], got 0.0", "compare", "--margin", "0", a, b);
        refuses("--false-alarms: must be in [0.01, 50], got 60.0", "compare", "--false-alarms", "60", a, b);
        refuses("--false-alarms: must be in [0.01, 50], got 1.0E-300", "compare", "--false-alarms", "1e-300", a, b);
        refuses("--planned-runs: must be in [1, 1000], got 0", "compare", "--planned-runs", "0", a, b);
        refuses(
                "--planned-runs: is 1, but B has 2 runs: name only the planned runs",
                line("compare --planned-runs 1 %s -- %s %s", a, b, runs("more", 1, 10)));
        refuses("--primary: p99 is nothing that is measured", "compare", "--primary", "p99", a, b);
        refuses(
                "--primary: must be latencies or rates of messages, got audit.lost",
                line("compare --primary audit.lost %s %s", a, b));
        refuses(
                "--fail-if: must be such as \"endToEndResponse.p99 worse > 5%\", got \"p99 > 5\"; a fixed"
                        + " limit is a threshold of the run: bin/benchmark run --set 'thresholds=[",
                line("compare --fail-if %s %s %s", "p99 > 5", a, b));
    }

    @Test
    void readsTheRunsInTheIndexOfACampaign() throws IOException {
        Path a = runs("a", 3, 10);
        Path b = runs("b", 1, 10);
        Files.writeString(a.resolve("index.json"), """
            {"schemaVersion": 1, "campaign": "a", "runs": [
             {"number": 1, "workload": "w", "driver": "kafka", "point": {}, "repeat": 1, "result": "run-02.json",
              "outcome": "VALID", "interrupted": false, "begin": null, "seconds": 1},
             {"number": 2, "workload": "w", "driver": "kafka", "point": {}, "repeat": 2, "result": null,
              "outcome": null, "interrupted": false, "begin": null, "seconds": 0}]}
            """);

        succeeds("compare", a, b);

        assertThat(out.toString()).contains("A  w on kafka, 1 run:");
        assertThat(err.toString()).isEqualTo("warning: " + a + ": 1 of its runs are not made yet\n");
    }

    @Test
    void comparesTheSystemsOfAFolder() throws IOException {
        Path both = folder.resolve("both");
        var runs = new StoredRuns(both);
        for (int i = 0; i < 5; i++) {
            runs.driver("Kafka").run(1000, 10 + 0.01 * i);
            runs.driver("Redpanda").run(1000, 12 + 0.01 * i);
        }

        succeedsWithoutWarnings("compare", both);

        assertThat(out.toString())
                .contains(
                        "A  w on Kafka, 5 runs:", "B  w on Redpanda, 5 runs:", "WORSE           endToEndResponse.p99");
        runs.driver("Third").run(1000, 10);
        succeeds("compare", both, "--by", "driver", "--even-invalid");
        assertThat(out.toString()).contains("B  w on Redpanda, 5 runs:", "B  w on Third, 1 run:");
    }

    @Test
    void splitsTheRunsOfAFolderByAFieldOrATag() throws IOException {
        succeedsWithoutWarnings("compare", sizes(), "--by", "messageSize");
        assertThat(out.toString()).contains("messageSize: 100 | 200 (named by --differs)", "A  w on kafka, 2 runs:");

        Path branches = folder.resolve("branches");
        var runs = new StoredRuns(branches);
        for (String branch : List.of("main", "dev", "main", "dev")) {
            runs.tag("branch", branch).run(1000, 10);
        }
        succeeds("compare", branches, "--by", "branch");
        assertThat(out.toString())
                .contains("A  w on kafka, branch=main, 2 runs:", "B  w on kafka, branch=dev, 2 runs:");
    }

    private Path sizes() {
        var runs = new StoredRuns(folder.resolve("sizes"));
        for (int size : new int[] {100, 200, 100, 200}) {
            runs.load("messageSize", size)
                    .point(Map.of("messageSize", String.valueOf(size)))
                    .run(1000, 10);
        }
        return folder.resolve("sizes");
    }

    private Path runs(String name, int count, double millis) {
        var runs = new StoredRuns(folder.resolve(name));
        for (int i = 0; i < count; i++) {
            runs.run(1000, millis + 0.01 * i);
        }
        return folder.resolve(name);
    }
}

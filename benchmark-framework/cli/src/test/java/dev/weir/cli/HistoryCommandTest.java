package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.report.compare.StoredRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HistoryCommandTest extends CommandTest {
    private final Random random = new Random(7);

    @Test
    void namesTheFirstBadVersionInEachFormatAndFailsOnARegression() throws IOException {
        Path nightly = nightly(0.005, 1.05);

        succeedsWithoutWarnings("history", nightly);
        assertThat(out.toString())
                .startsWith("These figures do not show a step of 3 % within 5 runs")
                .contains("endToEndResponse.p99: 5 runs of the latest level, and 11 are needed before a step\n")
                .contains("Regression in w on kafka, endToEndResponse.p99 (+")
                .contains("first bad version 4.1, branch=dev", "25 runs in 1 series")
                .contains("since 2026-11-21: 4.0 -> 4.1, tags branch=main -> branch=dev");
        assertThat(execute("history", "--fail-on-regression", nightly)).isEqualTo(99);
        succeeds("history", "--fail-on-regression", "--figure", "achievedRate", nightly);
        succeeds("history", "--fail-on-regression", "--least", "20", nightly);

        Path page = folder.resolve("page.html");
        succeeds("history", "--format", "markdown", nightly);
        assertThat(out.toString()).contains("| **WORSE** | w on kafka | endToEndResponse.p99 |");
        succeeds("history", "--format", "csv", nightly);
        assertThat(out.toString())
                .contains(
                        "series,figure,unit,begin,version,value,level,changed,file",
                        "w on kafka,achievedRate,messages/s");
        succeeds("history", "--format", "json", nightly);
        assertThat(out.toString()).contains("\"state\" : \"worse\"", "\"findsStep\" : true");
        succeeds("history", "--html", page, nightly);
        assertThat(err.toString()).isEqualTo("page: " + page + "\n");
        assertThat(page)
                .content()
                .contains(
                        "<h1>Regression in w on kafka, endToEndResponse.p99 (+",
                        "<span class=\"badge invalid\">worse</span>",
                        "id=\"history-1\"",
                        "id=\"history-2\"",
                        ": 4.0 -&gt; 4.1");
    }

    @Test
    void aGateThatCannotFindAnythingHasAStatusOfItsOwn() {
        Path nightly = nightly(2, 0.005, 1);

        assertThat(execute("history", "--fail-on-regression", nightly)).isEqualTo(98);
        succeeds("history", nightly);
    }

    @Test
    void reportsFirstIfTheNoiseForbidsTheStep() throws IOException {
        succeeds("history", nightly(0.03, 1));

        assertThat(out.toString())
                .startsWith("These figures do not show a step of 3 % within 5 runs with a probability of 90 %:\n"
                        + "  w on kafka, endToEndResponse.p99: runs vary by ")
                .contains("so the smallest step that is found is", "No regression found in 1 series.", "STEADY");
    }

    @Test
    void aResultWithADamagedHistogramIsNamedAndLeftOut() throws IOException {
        Path nightly = nightly(0.005, 1);
        Path damaged = nightly.resolve("run-03.json");
        String whole = Files.readString(damaged);
        String text = whole.replaceAll("(\"histogramNanos\"\\s*:\\s*\")[^\"]*", "$1no histogram");
        assertThat(text).isNotEqualTo(whole);
        Files.writeString(damaged, text);

        succeeds("history", nightly);

        assertThat(err.toString()).contains("run-03.json: ").endsWith("; left out\n");
        assertThat(out.toString()).contains("24 runs in 1 series");
    }

    @Test
    void readsFoldersBelowAndLeavesOutRunsOfSearches() throws IOException {
        Path top = folder.resolve("top");
        new StoredRuns(top.resolve("one")).run(1000, 10);
        new StoredRuns(top.resolve("two")).begin("2026-11-22T10:00:00Z").run(1000, 10);
        new StoredRuns(top.resolve("w.search")).run(500, 10);
        Files.writeString(top.resolve("other.json"), "{}");

        succeeds("history", top);

        assertThat(out.toString()).contains("2 runs in 1 series, 2026-11-21 to 2026-11-22");
        assertThat(err.toString()).contains("other.json: is no result file").contains("left out");
    }

    @Test
    void readsTheFilesOfOmbAndOrdersThemByTheirLocalTime() throws IOException {
        Path omb = Files.createDirectory(folder.resolve("omb"));
        for (int day = 3; day > 0; day--) {
            Files.writeString(omb.resolve(day + ".json"), """
                {"workload": "w", "driver": "kafka", "version": "3.%1$d", "beginTime": "2026-11-0%1$d-12-00-00",
                 "publishRate": [100%1$d.0], "consumeRate": [1000.0], "aggregatedPublishLatency99pct": 1%1$d.0}
                """.formatted(day));
        }
        Files.writeString(omb.resolve("old.json"), """
            {"workload": "w", "driver": "kafka", "beginTime": "yesterday", "publishRate": [1000.0]}
            """);

        succeeds("history", "--format", "csv", omb);
        assertThat(out.toString().lines().filter(line -> line.contains("achievedRate")))
                .extracting(line -> line.split(",", -1)[4] + " " + line.split(",", -1)[5])
                .containsExactly("3.1 1001.0", "3.2 1002.0", "3.3 1003.0");
        succeeds("history", omb);
        assertThat(out.toString()).contains("left out: 1 without the time at which they began");
    }

    @Test
    void reportsProblemsWithTheCommandLine() throws IOException {
        Path nightly = nightly(0.005, 1);
        String empty = Files.createDirectory(folder.resolve("empty")).toString();
        Path invalid = folder.resolve("invalid");
        new StoredRuns(invalid)
                .outcome("INVALID", "INVALID", "NOTHING_MEASURED")
                .run(1000, 10);

        refuses("FOLDER: must be a folder with result files, got none", "history", "none");
        refuses("FOLDER: there is no result file in " + empty, "history", empty);
        refuses("has no run that can be used; left out: 1 INVALID", "history", invalid);
        refuses("--step: must be in (0, 100], got 0.0", "history", "--step", "0", nightly);
        refuses("--least: must be in [0, 100], got -1.0", "history", "--least", "-1", nightly);
        refuses("--figure: p99 is nothing that is measured", "history", "--figure", "p99", nightly);
        refuses("--html: must be the file of a page", "history", "--html", empty, nightly);
    }

    /** 20 runs of one version, and 5 of the next, whose latencies are longer by a factor. */
    private Path nightly(double deviation, double factor) {
        return nightly(25, deviation, factor);
    }

    private Path nightly(int count, double deviation, double factor) {
        Path nightly = folder.resolve("nightly");
        StoredRuns runs = new StoredRuns(nightly).version("4.0").tag("branch", "main");
        for (int i = 0; i < count; i++) {
            if (i == 20) {
                runs.version("4.1").tag("branch", "dev");
            }
            runs.run(1000 + i % 3, 10 * Math.exp(deviation * random.nextGaussian()) * (i < 20 ? 1 : factor));
        }
        return nightly;
    }
}

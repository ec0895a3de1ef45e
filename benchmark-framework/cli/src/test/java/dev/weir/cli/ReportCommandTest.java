package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.result.SampleResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class ReportCommandTest extends CommandTest {
    @Test
    void theTablesOfASingleRunShowWhereTheHeadlinesPercentilesLieWithinTheRun() throws IOException {
        Path result = folder.resolve("r.json");
        replace("testDuration: 600ms", "testDuration: 5s");
        replace("sampleRateMillis: 200", "sampleRateMillis: 100");

        execute("-d", "none", "-o", result, workload);

        assertThat(out.toString())
                .containsPattern(
                        "publishResponse +[^\\n]*\\n  95 % interval, from +\\d[^\\n]*\\n  95 % interval, to +\\d")
                .containsPattern("endToEndResponse +[^\\n]*\\n  95 % interval, from +\\d")
                .containsOnlyOnce("95 % intervals cover the variation within this run, not that between runs.");
        assertThat(out.toString().split("95 % interval, from", -1)).hasSize(3);
        assertThat(Files.readString(folder.resolve("r.html")))
                .contains("95 % interval<", "cover the variation within this run, not that between runs");
    }

    @Test
    void aPageThatCannotBeWrittenFailsNoRun() throws IOException {
        Path result = folder.resolve("r.json");
        Files.createDirectories(folder.resolve("r.html/occupied"));

        succeeds("-q", "-d", "none", "-o", result, workload);

        assertThat(err.toString()).contains("r.html was not written: ").doesNotContain("\tat ");
        assertThat(result).exists();
    }

    @Test
    void refusesViewsWithoutData() throws IOException {
        Path result = Files.copy(SampleResults.FILE, folder.resolve("r.json"));
        write("r.hlog", "#[Histogram log format version 1.3]\n");

        refuses("--view: must be one of throughput, latency", "report", "--view", "x", result);
        refuses(
                "these results contain no data about sweep (throughput and latency by what the runs differ in:"
                        + " producers, message size, keys and so on); they have throughput",
                line("report --view sweep %s", result));
        refuses("--drive-limit: must be above 0 and finite, got 0.0", line("report --drive-limit 0 %s", result));
        String one = result.toString();
        refuses(
                "--drive-limit: is for the page of at most 4 results, got 5: drives of more are not drawn",
                line("report --drive-limit 9 %s %s %s %s %s", one, one, one, one, one));
        refuses("index.json: does not exist", "report", folder);
        refuses("got a folder among others", "report", folder, result);
        refuses("does not exist", "report", folder.resolve("nowhere.json"));
        refuses("name the .json beside it", "report", folder.resolve("r.hlog"));
        refuses("must be the file of a page", "report", "-o", result, result);
        refuses("must be in a folder that exists", "report", "-o", "nowhere/x.html", result);
    }

    @Test
    void writesTheResultsOfAFolderAsATable() throws IOException {
        Path results = Files.createDirectory(folder.resolve("results"));
        Files.copy(SampleResults.FILE, results.resolve("a.json"));
        Files.writeString(results.resolve("b.json"), "{}");
        Path table = folder.resolve("t.csv");

        succeeds("report", "--csv", results, "-o", table);

        assertThat(Files.readAllLines(table)).hasSize(2).element(1).asString().startsWith("1,3,256,2,2,");
        assertThat(err.toString()).contains("b.json: is no result file").contains("left out");
        assertThat(out.toString()).isEqualTo(table + "\n");
    }

    @Test
    void neverOverwritesATableNorMakesAnEmptyOne() throws IOException {
        Path table = write("t.csv", "precious");

        refuses("t.csv exists", "report", "--csv", folder, "-o", table);
        refuses("there is no result file in", "report", "--csv", folder);
        refuses("nowhere: does not exist", line("report --csv %s", folder.resolve("nowhere")));
        refuses(
                "--csv: writes a table without charts: leave out --view and --drive-limit",
                line("report --csv --view latency %s", folder));
    }
}

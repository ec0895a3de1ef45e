package dev.weir.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cli.CommandTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CsvExportTest extends CommandTest {
    @Test
    void writesTheResultsOfAFolderAsATable() throws IOException {
        Path results = Files.createDirectory(folder.resolve("results"));
        execute("-d", "none", "-q", "-o", results.resolve("a.json").toString(), workload.toString());
        Files.writeString(results.resolve("b.json"), "{}");
        Path table = folder.resolve("t.csv");

        int status = execute("report", "--csv", results.toString(), "-o", table.toString());

        assertThat(status).isZero();
        assertThat(Files.readAllLines(table)).hasSize(2).element(1).asString().startsWith("1,2,100,1,1,");
        assertThat(err.toString()).contains("b.json: is no result file").contains("left out");
        // How valid depends on what else this machine does.
        assertThat(out.toString())
                .matches("(VALID|DEGRADED)  (?s).*")
                .endsWith("  " + results.resolve("a.json") + "\n" + table + "\n");
    }

    @Test
    void neverOverwritesATableNorMakesAnEmptyOne() throws IOException {
        Path table = Files.writeString(folder.resolve("t.csv"), "precious");

        refuses("t.csv exists", "report", "--csv", folder.toString(), "-o", table.toString());
        refuses("there is no result file in", "report", "--csv", folder.toString());
        refuses("nowhere: does not exist", line("report --csv %s", folder.resolve("nowhere")));
        refuses(
                "--csv: writes a table without charts: leave out --view and --drive-limit",
                line("report --csv --view latency %s", folder));
    }
}

package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.report.compare.StoredRuns;
import dev.weir.report.review.ResultDocuments;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ReviewCommandTest extends CommandTest {
    @Test
    void passesAnHonestComparisonByFoldersAndBySides() throws IOException, URISyntaxException {
        var pair = new ResultDocuments(5, 1);
        String a = pair.writeSide(true, folder.resolve("a")).toString();
        String b = pair.writeSide(false, folder.resolve("b")).toString();

        assertThat(execute("review", a, b)).isZero();
        assertThat(out.toString())
                .startsWith(
                        "no rule is violated; 1 could not be judged\nreviewed: kafka (5 runs), redpanda (5 runs)\n");
        assertThat(execute("review", a, "--", b)).isZero();
        assertThat(out.toString()).contains("reviewed: A (5 runs), B (5 runs)\n");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void theFirstLineSaysThatPromisesDiffer() throws IOException {
        Path a = Files.createDirectory(folder.resolve("a"));
        Path b = Files.createDirectory(folder.resolve("b"));
        new StoredRuns(a)
                .durability("acks", "all")
                .durability("fsync", "by the operating system")
                .run(1000, 10);
        new StoredRuns(b)
                .durability("acks", "all")
                .durability("fsync", "before acknowledgement")
                .run(1000, 10);
        String line = "promises differ, A | B: fsync by the operating system | before acknowledgement\n";

        execute("review", a.toString(), "--", b.toString());
        assertThat(out.toString()).startsWith(line + "refused by ");

        out.getBuffer().setLength(0);
        execute("compare", a.toString(), b.toString());
        assertThat(out.toString()).startsWith(line + "\nA  ");
    }

    @Test
    void refusesABadComparisonAndNamesTheRule() throws IOException {
        Path a = Files.createDirectory(folder.resolve("a"));
        new StoredRuns(a).inEffect("linger.ms", "1").run(1000, 10);

        int status = execute("review", a.toString());

        assertThat(status).isEqualTo(99);
        assertThat(out.toString()).startsWith("refused by 1 rule; ").contains("refused: SINGLE_RUN\n");
    }

    @Test
    void printsAllRulesAsJson() throws IOException, URISyntaxException {
        String a =
                new ResultDocuments(5, 1).writeSide(true, folder.resolve("a")).toString();

        assertThat(execute("review", "--json", a)).isZero();

        JsonNode document = new ObjectMapper().readTree(out.toString());
        assertThat(document.path("refused").asBoolean(true)).isFalse();
        assertThat(document.path("rules").findValuesAsText("rule")).contains("SINGLE_RUN", "DEFAULTS_MISSING");
        assertThat(document.path("rules").findValuesAsText("status")).contains("kept", "unknown");
    }

    @Test
    void reportsProblemsWithTheCommandLine() throws IOException, URISyntaxException {
        String a =
                new ResultDocuments(5, 1).writeSide(true, folder.resolve("a")).toString();

        refuses("review: needs results: files, folders, or quoted patterns of file names", "review");
        refuses("is named twice: it would count twice", "review", a, a);
        refuses(
                "x*.json: no file matches this pattern",
                "review",
                folder.resolve("x*.json").toString());
    }
}

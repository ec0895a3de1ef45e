package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Command lines that look for the highest rate that is sustained. */
@Order(1)
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class SearchCommandTest extends CommandTest {
    /** Far from what is looked for: a host that stands still for a quarter of a second changes no answer. */
    private static final String CAPPED = "name: capped\ndriver: none\ncapacityMessagesPerSecond: 600\n";

    private Path results;

    @BeforeEach
    void askForASearch() throws IOException {
        results = folder.resolve("found");
        replace("producerRate: 500\n", """
            search:
              start: 500
              most: 1000
              precision: 0.5
              probeDuration: 1s
              probeWarmup: 100ms
              criteria: achievedRate >= 70% of target
            """);
    }

    @Test
    void plansItsLongestTimeAndFindsTheIntervalInWhichTheHighestRateLies() throws IOException {
        Path driver = write("driver.yaml", CAPPED);
        succeeds("plan", "-d", driver, workload);
        assertThat(out.toString())
                .containsPattern("tiny +capped +search +<= \\d+:\\d\\d +unknown")
                .containsPattern("1 run, at most about \\d+:\\d\\d, an unknown amount of data");

        succeedsWithoutWarnings("-d", driver, "-o", results.resolve("out.json"), workload);

        assertThat(files(results))
                .containsExactly("out.hlog", "out.json", "out.search", "out.search.html", "out.search.json");
        List<String> runs = files(results.resolve("out.search"));
        assertThat(runs).contains("probe-01.html", "probe-01.json", "probe-02.json");
        // The third one, unless this host was too busy for an earlier one.
        assertThat(runs)
                .filteredOn(name -> name.startsWith("confirmation-") && name.endsWith(".json"))
                .anySatisfy(name -> assertThat(results.resolve("out.json"))
                        .hasSameTextualContentAs(results.resolve("out.search").resolve(name)));
        JsonNode found = json("out.search.json");
        assertThat(found.path("curve"))
                .allMatch(point ->
                        Files.exists(results.resolve(point.path("result").asText())));
        assertThat(Files.readString(results.resolve("out.search.html")))
                .contains("href=\"./out.search/probe-01.html\"");
        // 500, unless this host is so busy that the load could not be sent.
        int sustained = found.path("sustainedMessagesPerSecond").intValue();
        int notSustained = found.path("notSustainedMessagesPerSecond").intValue();
        assertThat(sustained).isPositive().isLessThanOrEqualTo(500);
        assertThat(json("out.json").path("producerRate").intValue()).isEqualTo(sustained);
        assertThat(notSustained).isEqualTo(2 * sustained);
        assertThat(out.toString())
                .contains(String.format(
                        Locale.ROOT,
                        "SUSTAINED %,d msg/s, NOT SUSTAINED %,d msg/s  tiny on capped",
                        sustained,
                        notSustained))
                .containsPattern("probe 1: 500 msg/s, achieved \\d+: (not )?sustained")
                .containsPattern(
                        "probe \\d: [0-9,]+ msg/s, achieved \\d+: not sustained: achievedRate >= 70% of target: ")
                .doesNotContain("report     " + results.resolve("out.search") + "/");
        assertThat(found.path("confirmed").booleanValue()).isTrue();
        assertThat(found.path("curve").findValues("messagesPerSecond"))
                .extracting(JsonNode::asInt)
                .contains(500, sustained, notSustained);
        assertThat(found.path("curve").findValuesAsText("kind")).containsOnly("probe", "confirmation");

        Path again = folder.resolve("again");
        execute(line("rerun --write-only --into %s %s", again, results.resolve("out.search.json")));
        assertThat(Files.readString(again.resolve("workload.yaml"))).contains("search:", "most: 1000");
    }

    @Test
    void isNotMadeAgainWhenItIsDone() throws IOException {
        replace("most: 1000", "most: 500");
        replace("precision", "confirm: 0\n  precision");
        append("repeat: 2\n");
        execute("-q", "-d", write("driver.yaml", CAPPED), "-o", results, workload);
        assertThat(leftToDo()).startsWith("0 runs (2 are done)");

        Files.delete(results.resolve("tiny-capped-2.search.json"));

        assertThat(leftToDo()).contains("1 run (1 are done), at most about");
    }

    private String leftToDo() throws IOException {
        execute("plan", "-d", write("driver.yaml", CAPPED), "--resume", results, workload);
        return out.toString();
    }

    @Test
    void endsIfNothingRunsAtAll() throws IOException {
        append("hooks: {beforeRun: exit 1}\n");

        assertThat(execute("-d", write("driver.yaml", CAPPED), "-o", results.resolve("out.json"), workload))
                .isEqualTo(1);

        assertThat(out.toString()).contains("ended early: its first run failed");
        assertThat(json("out.search.json").path("curve")).hasSize(2);
        hasFields(json("out.search.json"), "/outcome: FAILED");
        assertThat(results.resolve("out.json")).doesNotExist();
    }

    private JsonNode json(String file) throws IOException {
        return json(results.resolve(file));
    }
}

package dev.weir.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.cli.CommandTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Command lines of several systems. */
@Tag("slow")
class SystemPairsTest extends CommandTest {
    private static final String WARNING =
            "warning: -d: a and b are not equal: capacityMessagesPerSecond not set | 400. Make them equal, or name "
                    + "the fields that are meant to differ with --differs capacityMessagesPerSecond";

    @Test
    void reportsBeforeAndAfterTheRunsThatSystemsAreUnequal() throws IOException {
        String pair = driver("a", "") + "," + driver("b", "capacityMessagesPerSecond: 400\n");
        Path results = folder.resolve("results");

        execute("-d", pair, "-o", results, workload);

        assertThat(err.toString().strip()).isEqualTo(WARNING);
        assertThat(out.toString()).contains("pair       a | b: unequal: capacityMessagesPerSecond not set | 400");
        JsonNode found = json(results.resolve("index.json")).at("/pairs/0");
        assertThat(found.path("verdict").asText()).isEqualTo("unequal");
        assertThat(found.path("sides")).extracting(JsonNode::asText).containsExactly("a", "b");
        assertThat(found.at("/differences/0/field").asText()).isEqualTo("capacityMessagesPerSecond");
        assertThat(found.at("/differences/0/values/1").asText()).isEqualTo("400");
        assertThat(found.at("/differences/0/kind").asText()).isEqualTo("unequal");
    }

    @Test
    void strictRefusesUnequalSystemsAndUnknownFieldNames() throws IOException {
        String pair = driver("a", "") + "," + driver("b", "capacityMessagesPerSecond: 400\n");

        refuses(
                WARNING.replace("warning: ", ""),
                line("--strict -d %s -o %s %s", pair, folder.resolve("strict"), workload));
        refuses(
                "--differs: must name fields of workloads, drivers or durability, got capacityMessagePerSecond; did"
                        + " you mean capacityMessagesPerSecond?",
                line("--differs capacityMessagePerSecond -d %s %s", pair, workload));
    }

    @Test
    void ignoresStatedDifferences() throws IOException {
        String pair = driver("a", "") + "," + driver("b", "capacityMessagesPerSecond: 100000\n");
        Path results = folder.resolve("results");

        execute(line(
                "--strict --differs %s -d %s -o %s %s", "capacityMessagesPerSecond, acks", pair, results, workload));

        assertThat(err.toString()).isEmpty();
        assertThat(out.toString().replaceAll("\\s+", " "))
                .contains("pair a | b: equal; stated: capacityMessagesPerSecond not set | 100000");
        assertThat(json(results.resolve("index.json")).at("/pairs/0/verdict").asText())
                .isEqualTo("equal");
    }

    /** The same labels, settings and all: nothing is said before, and the verdict comes from what was found. */
    @Test
    void equalSystemsAreReportedAsEqualAlsoInAResumedCampaign() throws IOException {
        Path results = folder.resolve("results");

        execute("-d", "none,none", "-o", results, workload);
        assertThat(err.toString()).isEmpty();
        assertThat(out.toString()).contains("pair       none | none: equal");

        execute("-d", "none,none", "--resume", results, workload);
        assertThat(out.toString()).startsWith("nothing is left to do").contains("pair       none | none: equal");
        assertThat(json(results.resolve("index.json")).at("/pairs/0/verdict").asText())
                .isEqualTo("equal");
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

    @Test
    void oneSystemHasNothingToDifferFrom() {
        execute("plan", "-d", "none", "--differs", "acks", workload);

        assertThat(err.toString()).contains("warning: --differs: has no effect with one system");
    }

    private String driver(String name, String more) throws IOException {
        return Files.writeString(folder.resolve(name + ".yaml"), "name: " + name + "\ndriver: none\n" + more)
                .toString();
    }
}

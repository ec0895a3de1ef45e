package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class RerunCommandTest extends CommandTest {
    @Test
    void runsAResultAgain() throws IOException {
        Path first = folder.resolve("first.json");
        Path driver = write("d.yaml", "name: slow\ndriver: none\nduplicateEvery: 100\n");
        execute("-d", driver, "-v", "1.0", "-o", first, workload);
        Path again = folder.resolve("again");

        // The duplicates break what this driver promises.
        assertThat(execute("rerun", "--into", again, first)).isEqualTo(99);

        assertThat(err.toString()).isEmpty();
        assertThat(files(again))
                .containsExactly("driver.yaml", "result.hlog", "result.html", "result.json", "workload.yaml");
        JsonNode after = json(again.resolve("result.json"));
        for (String part : List.of("workload", "driver", "setup", "seed")) {
            String field = "/weir/provenance/" + part;
            assertThat(after.at(field)).isEqualTo(json(first).at(field));
        }
        hasFields(after, "/version: 1.0\n/weir/audit/duplicated: 4");
        assertThat(out.toString())
                .contains("bin/benchmark -d " + again.resolve("driver.yaml") + " --local")
                .contains(again.resolve("workload.yaml") + "\n");
    }

    @Test
    void writesNothingForARerunThatWouldBeRefused() throws IOException {
        Path first = result("{}");
        String into = folder.resolve("again").toString();

        refuses("-x: means", "rerun", "-x", "-t", "swarm", "--into", into, first);
        refuses("no-such", "rerun", "--driver-path", "no-such", "--into", into, first);
        refuses("r.json exists", "rerun", "-o", first, "--into", into, first);
        write("workload.yaml", "mine");
        refuses("workload.yaml exists", "rerun", "--into", folder, first);

        String name = folder.getFileName().toString();
        first = Files.move(first, folder.resolve(name + ".json"));
        refuses("no-such", "rerun", "--driver-path", "no-such", first);
        Path results = Path.of("results");
        assertThat(Files.exists(results) ? files(results) : List.of())
                .noneMatch(file -> file.startsWith("rerun-" + name));
    }

    @Test
    void writesTheFilesOfARerunWithoutTheirSecretsIfThatIsAll() throws IOException {
        succeeds("rerun", "--write-only", "--into", folder.resolve("a"), result("{\"password\": \"[hidden]\"}"));

        assertThat(err.toString()).startsWith("warning: ").contains("commonConfig.password: was left out");
    }

    @Test
    void refusesADriverFileWithoutItsSecrets() throws IOException {
        Path driver = write("d.yaml", "driver: none\ncommonConfig: |\n  a=b\n  url=x://[hidden]@h\n");

        refuses("d.yaml:4: commonConfig.url: must be the secret itself, got [hidden]", line("-d %s x.yaml", driver));
    }

    @Test
    void reportsWhichSecretsARerunLacks() throws IOException {
        Path result = result("{\"sasl.jaas.config\": \"[hidden]\", \"acks\": \"all\"}");

        Path again = folder.resolve("again");

        assertThat(execute("rerun", "--into", again, result)).isEqualTo(2);

        assertThat(err.toString())
                .isEqualTo(again.resolve("driver.yaml") + ": commonConfig.sasl.jaas.config: was left out of the result,"
                        + " because it is a secret, or may be one: put it in, then use the command above\n");
        assertThat(files(again)).containsExactly("driver.yaml", "workload.yaml");
    }

    @Test
    void reportsThatAnOmbResultCannotBeRunAgain() throws IOException {
        refuses("does not contain what was run", "rerun", write("r.json", "{\"publishRate\": [1.0]}"));
    }

    /** Writes what a rerun reads of a result. */
    private Path result(String commonConfig) throws IOException {
        return write("r.json", """
            {"schemaVersion": 1, "weir": {"provenance": {
              "setup": {"topology": "swarm"},
              "workload": {"topics": 1},
              "driver": {"driver": "none", "commonConfig": %s}
            }}}
            """.formatted(commonConfig));
    }
}

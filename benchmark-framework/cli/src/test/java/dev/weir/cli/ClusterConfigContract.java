package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** However a run ends, every setting of the cluster is what it was before. For each system whose settings can be changed. */
@ResourceLock(ClusterConfigContract.CHANGES)
public abstract class ClusterConfigContract extends CommandTest {
    /** Lock of tests whose commands change the settings of clusters: one folder of this user lists the changes. */
    protected static final String CHANGES = "changes of clusters by this user";

    private static final Duration LIMIT = Duration.ofSeconds(90);

    private final List<Process> processes = new ArrayList<>();
    private String before = "";
    private Path driver = Path.of("");

    /** Lines of a driver file without a clusterConfig, for the cluster that the test looks at. */
    protected abstract String driverFile();

    /** Two settings with new values: the first one was given another value before the test, the second one none. */
    protected abstract List<Map.Entry<String, String>> asked();

    /** Gives the first of them its value; it is in effect when this returns. */
    protected abstract void giveFirst();

    /** All settings that the cluster has been given. */
    protected abstract String given();

    @BeforeEach
    void remember() throws IOException {
        giveFirst();
        before = given();
        driver = write(
                "driver.yaml",
                driverFile() + "\nclusterConfig: |\n"
                        + asked().stream()
                                .map(each -> "  " + each.getKey() + "=" + each.getValue() + "\n")
                                .reduce("", String::concat));
    }

    @AfterEach
    void endProcesses() {
        processes.forEach(Process::destroyForcibly);
    }

    @Test
    void aRunThatEndsPutsAllBack() throws IOException {
        Path file = folder.resolve("r.json");

        succeeds("-q", "-d", driver, "-o", file, workload);

        assertThat(given()).isEqualTo(before);
        JsonNode settings = json(file).at("/weir/provenance/clusterConfig");
        assertThat(settings).hasSize(2);
        for (JsonNode each : settings) {
            assertThat(each.path("restored").asBoolean()).isTrue();
            assertThat(each.path("applied")).isEqualTo(each.path("asked"));
            assertThat(each.path("before")).isEqualTo(each.path("after")).isNotEqualTo(each.path("applied"));
        }
        assertThat(settings.findValuesAsText("before"))
                .anyMatch(text -> text.endsWith(" (default)"))
                .anyMatch(text -> !text.endsWith(" (default)"));
        assertThat(json(file).at("/weir/provenance/driver/clusterConfig")).hasSize(2);
    }

    @Test
    void aRunThatFailsPutsAllBack() throws IOException {
        Files.writeString(
                driver, Files.readString(driver).replaceFirst("replicationFactor: 1", "replicationFactor: 99"));
        Path file = folder.resolve("r.json");

        assertThat(execute("-q", "-d", driver, "-o", file, workload)).isEqualTo(1);

        assertThat(given()).isEqualTo(before);
        assertThat(json(file).at("/weir/failure").asText()).contains("cannot create topic");
        assertThat(json(file).at("/weir/provenance/clusterConfig/0/restored").asBoolean())
                .isTrue();
    }

    @Test
    @Tag("soak")
    void eachRunOfACampaignHasItsOwn() throws IOException {
        String name = asked().get(1).getKey();
        append("sweep: {driver.clusterConfig." + name + ": [300000, 400000]}\n");
        Path results = folder.resolve("results");

        succeeds("-q", "-d", driver, "-o", results, workload);

        assertThat(given()).isEqualTo(before);
        List<String> applied = new ArrayList<>();
        for (String file : files(results)) {
            if (!file.endsWith(".json")) {
                continue;
            }
            json(results.resolve(file)).at("/weir/provenance/clusterConfig").forEach(each -> {
                assertThat(each.path("restored").asBoolean()).isTrue();
                if (each.path("name").asText().equals(name)) {
                    applied.add(each.path("applied").asText());
                }
            });
        }
        assertThat(applied).containsExactly("300000", "400000");
    }

    /** A second campaign would take the values of the first one for those to go back to. */
    @Test
    void ctrlCPutsAllBackAndASecondCampaignWaitsForThat() throws Exception {
        Process first = startChanging();

        assertThat(execute("-d", driver, "-o", folder.resolve("second.json"), workload))
                .isEqualTo(1);
        assertThat(json(folder.resolve("second.json")).at("/weir/failure").asText())
                .contains("already changed from this host");
        assertThat(given()).isNotEqualTo(before);
        succeeds("recover");
        assertThat(printed()).contains("is still running, and restores them itself");
        assertThat(given()).isNotEqualTo(before);

        // SIGTERM, which ends a run as Ctrl-C does: what a shell starts in the background does not hear SIGINT.
        first.destroy();
        status(first);
        assertThat(given()).isEqualTo(before);
        JsonNode result = json(folder.resolve("first.json"));
        assertThat(result.at("/weir/interrupted").asBoolean()).isTrue();
        assertThat(result.at("/weir/provenance/clusterConfig/0/restored").asBoolean())
                .isTrue();
        assertNothingIsLeftToRestore();
    }

    @Test
    void theNextRunRestoresSettingsOfAKilledOne() throws Exception {
        kill(startChanging());
        Path plain = write("plain.yaml", driverFile());
        Path file = folder.resolve("next.json");

        succeeds("-d", plain, "-o", file, workload);

        assertThat(given()).isEqualTo(before);
        assertThat(json(file).at("/weir/reasons").findValuesAsText("code")).contains("LEFT_ON_CLUSTER");
        assertThat(json(file).at("/weir/reasons").findValuesAsText("text"))
                .anyMatch(text -> text.startsWith("before this run, settings of the cluster were put back"));
    }

    @Test
    @Tag("soak")
    void theCommandRestoresSettingsOfAKilledRun() throws Exception {
        kill(startChanging());

        succeeds("recover");

        assertThat(given()).isEqualTo(before);
        assertThat(printed()).contains(": restored ", asked().get(0).getKey() + "=");
        assertNothingIsLeftToRestore();
    }

    private void assertNothingIsLeftToRestore() {
        succeeds("recover", "-d", driver);
        assertThat(printed()).contains("no cluster has settings that a killed run on this host left changed");
    }

    private String printed() {
        return out.toString() + err;
    }

    /** A run that goes on until it is told to end, when it has changed the cluster and sends. */
    private Process startChanging() throws IOException {
        Path endless =
                write("endless.yaml", Files.readString(workload).replace("testDuration: 600ms", "testDuration: 10m"));
        Path file = folder.resolve("first.json");
        Process run = program(folder, "-d", driver, "-o", file, endless).start();
        processes.add(run);
        await("a run that has changed the cluster")
                .atMost(LIMIT)
                .until(() -> !run.isAlive()
                        || (Files.exists(folder.resolve("first.journal.jsonl")) && said().contains("measurement")));
        assertThat(run.isAlive()).as(said()).isTrue();
        assertThat(given()).isNotEqualTo(before);
        return run;
    }

    private void kill(Process run) throws InterruptedException {
        run.destroyForcibly().waitFor();
        assertThat(given()).isNotEqualTo(before);
    }

    private int status(Process process) throws InterruptedException, IOException {
        assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS))
                .as(said())
                .isTrue();
        return process.exitValue();
    }

    /** By the process that was started last. */
    private String said() throws IOException {
        return Files.readString(folder.resolve("output"));
    }
}

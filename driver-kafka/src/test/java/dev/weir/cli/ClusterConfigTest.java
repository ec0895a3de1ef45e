package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.driver.kafka.SharedCluster;
import dev.weir.driver.kafka.admin.KafkaClusterSettings;
import dev.weir.driver.kafka.embedded.TestClusters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** However a run ends, every setting of the cluster is what it was before. */
@Order(2)
@ResourceLock(TestClusters.DISTURBED)
class ClusterConfigTest extends CommandTest {
    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final ConfigResource ALL = new ConfigResource(ConfigResource.Type.BROKER, "");
    private static final String FLUSH = "log.flush.interval.messages";

    private final String servers = TestClusters.disturbed().bootstrapServers();
    private final Admin admin = Admin.create(Map.of("bootstrap.servers", servers));
    private final KafkaClusterSettings settings = new KafkaClusterSettings(admin);

    private final List<Process> processes = new ArrayList<>();
    private String before = "";
    private Path driver = Path.of("");

    @BeforeEach
    void remember() throws IOException {
        settings.change(Map.of(FLUSH, "5000"), Set.of(), LIMIT);
        before = given();
        driver = write(
                "driver.yaml", driverFile() + "clusterConfig: {%s: 1000, log.retention.ms: 600000}\n".formatted(FLUSH));
    }

    @AfterEach
    void endProcesses() {
        processes.forEach(Process::destroyForcibly);
        settings.change(Map.of(), Set.of(FLUSH), LIMIT);
        admin.close();
    }

    /** Lines of a driver file without a clusterConfig. */
    private String driverFile() {
        return """
                name: Kafka
                driver: kafka
                replicationFactor: 1
                commonConfig: |
                  bootstrap.servers=%s
                """.formatted(servers);
    }

    /** All settings that the cluster has been given. */
    private String given() {
        Map<String, String> given = new TreeMap<>();
        SharedCluster.answer(admin.describeConfigs(List.of(ALL)).all()).values().stream()
                .flatMap(config -> config.entries().stream())
                .filter(entry -> entry.source() == ConfigEntry.ConfigSource.DYNAMIC_DEFAULT_BROKER_CONFIG)
                .forEach(entry -> given.put(entry.name(), entry.value()));
        return given.toString();
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

    /** Kafka gives the feature of the steps along with other settings of the cluster. */
    @Test
    void aSweepVariesFeaturesAndResultsSayWhichTheBrokersHad() throws IOException {
        append("""
            steps:
            - {driver.clusterConfig.feature.eligible.leader.replicas.version: 0}
            sweep: {driver.clusterConfig.feature.transaction.version: [1, 2]}
            """);
        Path results = folder.resolve("results");

        succeeds("-q", "-o", results, workload);
        succeeds("--resume", results, workload);
        assertThat(printed()).contains("nothing is left to do").doesNotContain("starting Kafka");

        Map<String, String> features = new TreeMap<>();
        for (JsonNode run : json(results.resolve("index.json")).path("runs")) {
            JsonNode weir = json(results.resolve(run.path("result").asText())).path("weir");
            assertThat(weir.at("/provenance/driver/clusterConfig")).hasSize(2);
            Map<String, String> applied = new TreeMap<>();
            for (JsonNode each : weir.at("/provenance/clusterConfig")) {
                assertThat(each.path("applied")).isEqualTo(each.path("asked"));
                assertThat(each.path("after")).isEqualTo(each.path("before"));
                assertThat(each.path("restored").asBoolean()).isTrue();
                applied.put(each.path("name").asText(), each.path("applied").asText());
            }
            String version =
                    weir.at("/provenance/system/feature.transaction.version").asText();
            assertThat(applied)
                    .isEqualTo(Map.of(
                            "feature.eligible.leader.replicas.version", "0", "feature.transaction.version", version));
            weir.path("durability").forEach(item -> {
                if (item.path("item").asText().equals("features")) {
                    features.put(version, item.path("value").asText());
                }
            });
        }
        assertThat(features).containsOnlyKeys("1", "2");
        features.forEach((version, all) -> assertThat(all)
                .contains("transaction.version " + version, "share.version 1")
                .doesNotContain("eligible.leader.replicas.version"));
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
        assertThat(first.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS))
                .as(said())
                .isTrue();
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
        assertThat(printed()).contains(": restored ", FLUSH + "=");
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

    /** By the process that was started last. */
    private String said() throws IOException {
        return Files.readString(folder.resolve("output"));
    }
}

package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Features of Kafka as settings of the cluster, from the command to the result. */
@ResourceLock(ClusterConfigTest.CHANGES)
class FeaturesOnKafkaTest extends CommandTest {

    /** Also the one that Kafka gives other settings of the cluster along with. */
    @Test
    void aSweepVariesFeaturesAndResultsSayWhichTheBrokersHad() throws IOException {
        Files.writeString(workload, Files.readString(workload) + """
            steps:
            - {driver.clusterConfig.feature.eligible.leader.replicas.version: 0}
            sweep: {driver.clusterConfig.feature.transaction.version: [1, 2]}
            """);
        Path results = folder.resolve("results");

        assertThat(execute("-q", "-o", results.toString(), workload.toString()))
                .as(err.toString())
                .isZero();
        assertThat(execute("--resume", results.toString(), workload.toString())).isZero();
        assertThat(out.toString() + err).contains("nothing is left to do").doesNotContain("starting Kafka");

        Map<String, String> features = new TreeMap<>();
        for (Path file : results(results)) {
            JsonNode weir = json(file).path("weir");
            Map<String, String> applied = new TreeMap<>();
            for (JsonNode each : weir.at("/provenance/clusterConfig")) {
                assertThat(each.path("applied")).isEqualTo(each.path("asked"));
                assertThat(each.path("after")).isEqualTo(each.path("before"));
                assertThat(each.path("restored").asBoolean()).isTrue();
                applied.put(each.path("name").asText(), each.path("applied").asText());
            }
            assertThat(applied).containsEntry("feature.eligible.leader.replicas.version", "0");
            String version = String.valueOf(applied.get("feature.transaction.version"));
            assertThat(weir.at("/provenance/system/feature.transaction.version").asText())
                    .isEqualTo(version);
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

    @Test
    void theEmbeddedKafkaRefusesFeaturesThatItLacks() throws IOException {
        refuses(
                "feature.group.version must be in [0, 1] on the embedded Kafka, got 2",
                "--set",
                "driver.clusterConfig.feature.group.version=2",
                workload.toString());
    }

    @Test
    void settingsOfTheEmbeddedKafkaAreRefusedElsewhere() throws IOException {
        Path driver = Files.writeString(folder.resolve("running.yaml"), """
            driver: kafka
            remoteStoreLatencyMillis: 20
            commonConfig: bootstrap.servers=127.0.0.1:1
            """);

        refuses(
                driver
                        + ":2: remoteStoreLatencyMillis: remoteStoreLatencyMillis is a setting of the embedded Kafka alone:"
                        + " add embedded: true, or remove it",
                "-d",
                driver.toString(),
                workload.toString());
    }

    private static List<Path> results(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".json") && !file.endsWith("index.json"))
                    .toList();
        }
    }
}

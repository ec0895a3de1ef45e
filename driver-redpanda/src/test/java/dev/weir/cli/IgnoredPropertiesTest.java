package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.driver.redpanda.FakeAdminApi;
import dev.weir.driver.redpanda.Kfake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs on a cluster that accepts properties of topics and ignores them, as a Redpanda 23.1.7 did. */
class IgnoredPropertiesTest extends CommandTest {

    /** It is built first. */
    @BeforeAll
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    static void startServer() {
        Kfake.sharedAsRedpanda231();
    }

    @Test
    void theRunOfTheShippedPairEndsBeforeAnyLoad() throws IOException {
        JsonNode weir = run(Files.readString(Path.of("pairs", "acks-all.yaml"))).path("weir");

        assertThat(weir.path("failure").asText())
                .contains("on Redpanda v23.1.7 - 8ce86e4f09")
                .contains("write.caching=true was requested, and the topic has no write.caching")
                .contains("Write caching came with Redpanda 24.1")
                .contains("pairs/fsync.yaml");
        assertThat(weir.path("audit").path("acknowledged").asLong()).isZero();
        assertThat(out.toString()).contains("write.caching=true was requested");
    }

    @Test
    void thePromisesAreThoseOfTheTopicAndItsVersion() throws IOException {
        JsonNode document = run(Files.readString(Path.of("pairs", "fsync.yaml")));

        assertThat(document.path("weir").path("failure").asText()).isEmpty();
        assertThat(promise(document, "fsync").path("value").asText()).isEqualTo("before acknowledgement");
        assertThat(promise(document, "writeCaching").path("value").asText()).isEqualTo("false");
        assertThat(promise(document, "writeCaching").path("source").asText()).isEqualTo("system");
        assertThat(promise(document, "brokerVersion").path("value").asText()).isEqualTo("v23.1.7 - 8ce86e4f09");
        assertThat(document.at("/weir/provenance/system/system").asText()).isEqualTo("Redpanda");
    }

    private static JsonNode promise(JsonNode document, String item) {
        for (JsonNode each : document.path("weir").path("durability")) {
            if (each.path("item").asText().equals(item)) {
                return each;
            }
        }
        throw new AssertionError("no " + item + " in " + document.path("weir").path("durability"));
    }

    private JsonNode run(String driver) throws IOException {
        Path result = folder.resolve("out.json");
        try (var adminApi = new FakeAdminApi()) {
            Path file = Files.writeString(
                    folder.resolve("driver.yaml"),
                    driver.replace("localhost:9092", Kfake.sharedAsRedpanda231().addresses())
                                    .replace("replicationFactor: 3", "replicationFactor: 1")
                            + "\nadminHosts: " + adminApi.host() + "\n");
            execute(line("-d %s -o %s --rate 100 --duration 1s --warmup 0s", file, result));
        }
        return json(result);
    }
}

package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.driver.kafka.SharedCluster;
import dev.weir.driver.redpanda.FakeAdminApi;
import dev.weir.driver.redpanda.Kfake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Drivers on another system than theirs, one cluster under two names, and a cluster that accepts properties of topics and
 * ignores them, as a Redpanda 23.1.7 did.
 */
class OtherSystemTest extends CommandTest {
    private static String redpanda = "";

    /** They are built first. */
    @BeforeAll
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    static void startServers() {
        Kfake.shared();
        redpanda = Kfake.sharedAsRedpanda231().addresses();
    }

    @ParameterizedTest
    @CsvSource({"redpanda, kafka", "kafka, redpanda"})
    void aDriverOfAnotherSystemIsRefusedBeforeAnythingIsCreated(String driver, String right) throws IOException {
        Path file = driverFile("mine", driver, driver.equals("redpanda") ? SharedCluster.servers() : redpanda);

        assertThat(execute("-d", file, "-o", result(), "--rate", "100")).isEqualTo(1);
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .contains("mine has driver: " + driver, "is one for driver: " + right, "Use the driver " + right);
        assertThat(result()).doesNotExist();
    }

    @Test
    void brokersOfAnOptionAreMeasuredAsWhatTheyAre() throws IOException {
        int status = execute(line("-b %s -o %s --rate 100 --duration 1s --warmup 0s", redpanda, result()));

        assertThat(err.toString()).isEmpty();
        assertThat(status).isLessThan(2);
        JsonNode document = json(result());
        assertThat(document.at("/weir/provenance/system/system").asText()).isEqualTo("Redpanda");
        assertThat(document.at("/weir/provenance/driver/driver").asText()).isEqualTo("redpanda");
        assertThat(document.path("driver").asText()).isEqualTo("redpanda");
    }

    @Test
    void aNamedDriverIsNotReplaced() {
        assertThat(execute("-b", redpanda, "-d", "kafka", "-o", result(), "--rate", "100"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("Use the driver redpanda");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            redpanda | measured as two systems; if that is meant, add --differs driver
            kafka    | with equal settings... --differs name
            """)
    void oneClusterIsNotMeasuredTwice(String driver, String message) throws IOException {
        Path one = driverFile("one", "kafka", Kfake.shared().addresses());
        Path other = driverFile("other", driver, Kfake.shared().addresses());

        assertThat(execute("-d", one + "," + other, "-o", folder.resolve("all"), "--rate", "100"))
                .isEqualTo(1);
        assertThat(err.toString())
                .contains("one and other are one cluster (cluster.id kfake), ")
                .contains(message.split("[.]{3}", -1));
        assertThat(folder.resolve("all")).doesNotExist();
    }

    @Test
    void theRunOfTheShippedPairEndsBeforeAnyLoad() throws IOException {
        JsonNode weir = run("acks-all.yaml").path("weir");

        assertThat(weir.path("failure").asText())
                .contains(
                        "on Redpanda v23.1.7 - 8ce86e4f09",
                        "write.caching=true was requested, and the topic has no write.caching",
                        "Write caching came with Redpanda 24.1",
                        "pairs/fsync.yaml");
        assertThat(weir.at("/audit/acknowledged").asLong()).isZero();
        assertThat(out.toString()).contains("write.caching=true was requested");
    }

    @Test
    void thePromisesAreThoseOfTheTopicAndItsVersion() throws IOException {
        JsonNode document = run("fsync.yaml");

        assertThat(document.at("/weir/failure").asText()).isEmpty();
        Map<String, String> promises = new TreeMap<>();
        document.at("/weir/durability")
                .forEach(each -> promises.put(
                        each.path("item").asText(),
                        each.path("value").asText() + ", " + each.path("source").asText()));
        assertThat(promises).containsEntry("writeCaching", "false, system");
        assertThat(promises.get("fsync")).startsWith("before acknowledgement, ");
        assertThat(promises.get("brokerVersion")).startsWith("v23.1.7 - 8ce86e4f09, ");
        assertThat(document.at("/weir/provenance/system/system").asText()).isEqualTo("Redpanda");
    }

    /** Runs with the Redpanda file of a shipped pair. */
    private JsonNode run(String pair) throws IOException {
        try (var adminApi = new FakeAdminApi()) {
            String driver = Files.readString(Path.of("pairs", pair))
                    .replace("localhost:9092", redpanda)
                    .replace("replicationFactor: 3", "replicationFactor: 1");
            Path file = write("driver.yaml", driver + "\nadminHosts: " + adminApi.host() + "\n");
            execute(line("-d %s -o %s --rate 100 --duration 1s --warmup 0s", file, result()));
        }
        return json(result());
    }

    private Path result() {
        return folder.resolve("out.json");
    }

    private Path driverFile(String name, String driver, String addresses) throws IOException {
        return write(
                name + ".yaml",
                "name: %s\ndriver: %s\ncommonConfig: bootstrap.servers=%s\n".formatted(name, driver, addresses));
    }
}

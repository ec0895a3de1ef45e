package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.driver.kafka.SharedCluster;
import dev.weir.driver.redpanda.Kfake;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Drivers on another system than theirs, and one cluster under two names.
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

    private Path result() {
        return folder.resolve("out.json");
    }

    private Path driverFile(String name, String driver, String addresses) throws IOException {
        return write(
                name + ".yaml",
                "name: %s\ndriver: %s\ncommonConfig: bootstrap.servers=%s\n".formatted(name, driver, addresses));
    }
}

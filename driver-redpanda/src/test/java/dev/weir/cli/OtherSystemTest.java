package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.driver.kafka.SharedCluster;
import dev.weir.driver.redpanda.Kfake;
import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Drivers on another system than theirs, and one cluster under two names. One server has a cluster id of Redpanda. */
class OtherSystemTest extends CommandTest {
    private static final String KAFKA = SharedCluster.servers();

    /** They are built first. */
    @BeforeAll
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    static void startServers() {
        Kfake.shared();
        Kfake.sharedAsRedpanda231();
    }

    @ParameterizedTest
    @CsvSource({"redpanda, kafka", "kafka, redpanda"})
    void aDriverOfAnotherSystemIsRefusedBeforeAnythingIsCreated(String driver, String right) throws IOException {
        String addresses =
                driver.equals("redpanda") ? KAFKA : Kfake.sharedAsRedpanda231().addresses();

        int status = execute("-d", driverFile("mine", driver, addresses), "-o", result(), "--rate", "100");

        assertThat(status).isEqualTo(1);
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .contains("mine has driver: " + driver, "is one for driver: " + right, "Use the driver " + right);
        assertThat(folder.resolve("out.json")).doesNotExist();
    }

    @Test
    void brokersOfAnOptionAreMeasuredAsWhatTheyAre() throws IOException {
        int status = execute(
                "-b",
                Kfake.sharedAsRedpanda231().addresses(),
                "-o",
                result(),
                "--rate",
                "100",
                "--duration",
                "1s",
                "--warmup",
                "0s");

        assertThat(err.toString()).isEmpty();
        assertThat(status).isLessThan(2);
        JsonNode document = json(folder.resolve("out.json"));
        JsonNode provenance = document.path("weir").path("provenance");
        assertThat(provenance.path("system").path("system").asText()).isEqualTo("Redpanda");
        assertThat(provenance.path("driver").path("driver").asText()).isEqualTo("redpanda");
        assertThat(document.path("driver").asText()).isEqualTo("redpanda");
    }

    @Test
    void aNamedDriverIsNotReplaced() throws IOException {
        assertThat(execute(
                        "-b", Kfake.sharedAsRedpanda231().addresses(), "-d", "kafka", "-o", result(), "--rate", "100"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("Use the driver redpanda");
    }

    @Test
    void oneClusterIsNotMeasuredAsTwoSystems() throws IOException {
        String one = driverFile("one", "kafka", Kfake.shared().addresses());
        String other = driverFile("other", "redpanda", Kfake.shared().addresses());

        assertThat(execute("-d", one + "," + other, "-o", folder.resolve("all").toString(), "--rate", "100"))
                .isEqualTo(1);
        assertThat(err.toString())
                .contains("one and other are one cluster (cluster.id kfake), measured as two systems; if that is meant,"
                        + " add --differs driver");
        assertThat(folder.resolve("all")).doesNotExist();
    }

    @Test
    void oneClusterIsNotMeasuredUnderTwoNames() throws IOException {
        String one = driverFile("one", "kafka", KAFKA);
        String other = driverFile("other", "kafka", KAFKA);

        assertThat(execute("-d", one + "," + other, "-o", folder.resolve("all").toString(), "--rate", "100"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("one and other are one cluster", "with equal settings", "--differs name");
    }

    private String result() {
        return folder.resolve("out.json").toString();
    }

    private String driverFile(String name, String driver, String addresses) throws IOException {
        return Files.writeString(
                        folder.resolve(name + ".yaml"),
                        "name: " + name + "\ndriver: " + driver + "\ncommonConfig: bootstrap.servers=" + addresses
                                + "\n")
                .toString();
    }
}

package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.driver.kafka.SharedCluster;
import dev.weir.driver.redpanda.Kfake;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Drivers on another system than theirs, and one cluster under two names. One server has a cluster id of Redpanda. */
class OtherSystemTest {
    private static final String KAFKA = Objects.requireNonNull(
            SharedCluster.config("kafka").clients().common().get("bootstrap.servers"));

    private static Kfake redpanda;
    private static Kfake unknown;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path folder;

    /** They are built first. */
    @BeforeAll
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    static void startServers() {
        redpanda = Kfake.start("redpanda.4f2a36c8-6a0c-4a6b-9d4f-1f0c2c5b8a11");
        unknown = Kfake.start();
    }

    @AfterAll
    static void stopServers() {
        redpanda.close();
        unknown.close();
    }

    @ParameterizedTest
    @CsvSource({"redpanda, kafka", "kafka, redpanda"})
    void aDriverOfAnotherSystemIsRefusedBeforeAnythingIsCreated(String driver, String right) throws IOException {
        String addresses = driver.equals("redpanda") ? KAFKA : redpanda.addresses();

        int status = run("-d", driverFile("mine", driver, addresses), "-o", result(), "--rate", "100");

        assertThat(status).isEqualTo(1);
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .contains("mine has driver: " + driver, "is one for driver: " + right, "Use the driver " + right);
        assertThat(folder.resolve("out.json")).doesNotExist();
    }

    @Test
    void brokersOfAnOptionAreMeasuredAsWhatTheyAre() throws IOException {
        int status =
                run("-b", redpanda.addresses(), "-o", result(), "--rate", "100", "--duration", "1s", "--warmup", "0s");

        assertThat(err.toString()).isEmpty();
        assertThat(status).isLessThan(2);
        JsonNode document =
                new ObjectMapper().readTree(folder.resolve("out.json").toFile());
        JsonNode provenance = document.path("weir").path("provenance");
        assertThat(provenance.path("system").path("system").asText()).isEqualTo("Redpanda");
        assertThat(provenance.path("driver").path("driver").asText()).isEqualTo("redpanda");
        assertThat(document.path("driver").asText()).isEqualTo("redpanda");
    }

    @Test
    void aNamedDriverIsNotReplaced() throws IOException {
        assertThat(run("-b", redpanda.addresses(), "-d", "kafka", "-o", result(), "--rate", "100"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("Use the driver redpanda");
    }

    @Test
    void oneClusterIsNotMeasuredAsTwoSystems() throws IOException {
        String one = driverFile("one", "kafka", unknown.addresses());
        String other = driverFile("other", "redpanda", unknown.addresses());

        assertThat(run("-d", one + "," + other, "-o", folder.resolve("all").toString(), "--rate", "100"))
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

        assertThat(run("-d", one + "," + other, "-o", folder.resolve("all").toString(), "--rate", "100"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("one and other are one cluster", "with equal settings", "--differs name");
    }

    private int run(String... arguments) {
        CommandLine commands =
                Benchmark.commands().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return Benchmark.execute(commands, arguments);
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

package dev.weir.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.driver.nats.NatsServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A driver that Weir was not built with, on a real NATS server. */
@Order(1)
class DriverPathIT {
    private static final Path MODULE =
            Path.of("..", "driver-nats").toAbsolutePath().normalize();
    private static final String DRIVER = MODULE.resolve("target/driver-nats").toString();

    @TempDir
    Path folder;

    @BeforeEach
    void writeFiles() throws IOException {
        Files.writeString(folder.resolve("short.yaml"), Results.WORKLOAD.formatted("4s"));
        Files.copy(MODULE.resolve("nats.yaml"), folder.resolve("nats.yaml"));
        Files.createDirectory(folder.resolve("nats"));
    }

    @Test
    void runsADriverThatIsNamedAndOneOfTheDropInFolderThroughAWorkerWithDriverPath() throws IOException {
        Path home = Files.createDirectories(folder.resolve("installed"));
        Files.createSymbolicLink(home.resolve("bin"), Command.home().resolve("bin"));
        Files.createSymbolicLink(home.resolve("lib"), Command.home().resolve("lib"));
        Files.createSymbolicLink(Files.createDirectory(home.resolve("drivers")).resolve("nats"), Path.of(DRIVER));

        try (var server = NatsServer.start(MODULE, folder.resolve("nats"));
                var worker = Command.start(folder, "benchmark-worker", "--port", "0", "--driver-path", DRIVER)) {
            Path file = folder.resolve("nats.yaml");
            Files.writeString(file, Files.readString(file).replaceFirst("servers=.*", "servers=" + server.url()));
            Path result = assertIsValid(
                    Command.start(folder, "benchmark", "--driver-path", DRIVER, "-d", "nats.yaml", "short.yaml"));
            // The result names the driver.
            assertThat(Command.run(folder, "benchmark", "rerun", "-q", "--trust", "--into", "again", result))
                    .matches("(VALID|DEGRADED)  again/result.json");
            Files.delete(result);

            String address = worker.listeningAddress();
            assertIsValid(Command.startOf(home, folder, "benchmark", "-d", "nats.yaml", "-w", address, "short.yaml"));
        }
    }

    /** Returns the result file. */
    private Path assertIsValid(Command started) throws IOException {
        try (Command run = started) {
            assertThat(run.exitStatus()).as(run.output()).isZero();
            assertThat(run.output())
                    .contains("  short on nats")
                    .containsPattern("clean: [0-9,]+ acknowledged, [0-9,]+ delivered once, in order");
        }
        Path file = Results.only(folder);
        JsonNode result = Results.read(file);
        Results.assertNothingIsMissing(result);
        assertThat(result.path("outcome").asText()).isIn("VALID", "DEGRADED");
        assertThat(result.at("/weir/provenance/system/system").asText()).isEqualTo("NATS JetStream");
        return file;
    }
}

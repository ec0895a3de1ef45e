package dev.weir.worker;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.driver.DriverFactory;
import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.TopicConfig;
import dev.weir.driver.loading.Drivers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a driver that says nothing of its properties may do on a worker's host. */
class ClientLimitsTest {
    private static final DriverFactory ANY = Drivers.onClassPath().find("none").orElseThrow();

    @TempDir
    Path folder;

    private Path allowed;

    @BeforeEach
    void makeFiles() throws IOException {
        allowed = Files.createDirectories(folder.resolve("allowed")).toRealPath();
        Files.writeString(allowed.resolve("ca.pem"), "");
        Files.writeString(folder.resolve("private.pem"), "");
        Files.createSymbolicLink(allowed.resolve("link.pem"), folder.resolve("private.pem"));
    }

    @Test
    void filesInAnAllowedFolderMayBeNamed() {
        for (String file : List.of(allowed + "/ca.pem", folder + "/allowed/../allowed/ca.pem")) {
            assertThatCode(() -> check("ssl.truststore.location", file)).doesNotThrowAnyException();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/private.pem", "/allowed/../private.pem", "/allowed/../../private.pem",
                "/allowed/link.pem", "/allowed/missing.pem", "/allowed2",
                "/allowed/no\0path"
            })
    void nothingLeadsOutOfIt(String file) {
        assertThatThrownBy(() -> check("ssl.truststore.location", folder + file))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ssl.truststore.location names " + folder + file)
                .hasMessageContaining("--allow-client-files");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "FILE:/etc/shadow", "url:file:/etc/shadow", "JAR:file:/a.jar!/b",
                "vfs:/a", "C:\\a", " /etc/shadow"
            })
    void addressesOfFilesAreNoneOfNetworks(String value) {
        assertThatThrownBy(() -> check("address", value))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("--allow-client-files");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "host:4222", "a:1,b:2", "nats://a:4222",
                "HTTPS://a/b", "10", "true",
                "30s", "a b", "broker.example.com"
            })
    void addressesOfNetworksAndPlainTextsAreHarmless(String value) {
        assertThatCode(() -> check("address", value)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"interceptor.classes", "mode"})
    void classesAreAllowedByNameInPropertiesOfAnyName(String property) {
        assertThatCode(() -> check(property, "com.example.Good")).doesNotThrowAnyException();
        assertThatThrownBy(() -> check(property, "com.example.Bad"))
                .hasMessageContaining(property + " names com.example.Bad: start the worker with --allow-client-classes"
                        + " com.example.Bad");
    }

    @Test
    void whatIsTakenForAFileAndIsASecretIsNotShown() {
        assertThatThrownBy(() -> ClientLimits.NOTHING.check(ANY, naming("password", "/hunter2")))
                .hasMessageContaining("password names [hidden]")
                .message()
                .doesNotContain("hunter2");
    }

    @Test
    void theCoordinatorsOwnProcessMayUseAnyFile() {
        assertThatCode(() -> ClientLimits.ALL.check(ANY, naming("interceptor.classes", "com.example.Bad")))
                .doesNotThrowAnyException();
    }

    private void check(String property, String value) {
        ClientLimits.to(List.of(allowed), Set.of("com.example.Good")).check(ANY, naming(property, value));
    }

    private static DriverConfig naming(String property, String value) {
        return new DriverConfig(
                "n",
                "none",
                TopicConfig.DEFAULT,
                new ClientConfig(Map.of(property, value), Map.of(), Map.of()),
                Map.of());
    }
}

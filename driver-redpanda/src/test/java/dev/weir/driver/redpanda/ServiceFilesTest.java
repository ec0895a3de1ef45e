package dev.weir.driver.redpanda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.HostAccess;
import dev.weir.driver.loading.Drivers;
import dev.weir.workload.file.DriverFile;
import dev.weir.workload.yaml.Problem;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The driver files for managed services, which are shipped with blanks. */
class ServiceFilesTest {
    private static final Path KAFKA = Path.of("..", "driver-kafka", "services");
    private static final Path REDPANDA = Path.of("services");

    @TempDir
    Path folder;

    static Stream<Path> files() throws IOException {
        try (Stream<Path> kafka = Files.list(KAFKA);
                Stream<Path> redpanda = Files.list(REDPANDA)) {
            return Stream.concat(kafka, redpanda).sorted().toList().stream();
        }
    }

    @Test
    void thereIsOneForEachService() throws IOException {
        assertThat(files().map(file -> file.getFileName().toString()))
                .containsExactlyInAnyOrder(
                        "automq.yaml",
                        "confluent-cloud.yaml",
                        "msk-iam.yaml",
                        "msk-scram.yaml",
                        "oauth.yaml",
                        "redpanda-cloud.yaml",
                        "strimzi.yaml",
                        "warpstream.yaml");
    }

    @ParameterizedTest
    @MethodSource("files")
    void kafkasClientTakesEachOnceItIsFilledIn(Path file) throws IOException {
        DriverConfig config = PairsTest.read(file, folder);

        assertThat(config.clients().common()).containsEntry("security.protocol", "SASL_SSL");
        assertThat(config.topics().reset()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("files")
    void onlyBlanksAreToFillIn(Path file) {
        var problems = new Problems();

        assertThat(DriverFile.read(file, Drivers.onClassPath(), problems)).isEmpty();

        assertThat(problems.errors())
                .isNotEmpty()
                .allMatch(problem -> problem.message().contains("still has CHANGE-ME in it"));
        assertThat(problems.warnings()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("files")
    void theHeadAdmitsThatTheServiceWasNeverMeasured(Path file) throws IOException {
        assertThat(PairsTest.head(file)).contains("Checked by Weir's parser").contains("Not run against");
    }

    /** Workers load no other class, and open no file except a truststore, which can be written into the driver file. */
    @ParameterizedTest
    @MethodSource("files")
    void theHeadNamesEachClassThatWorkersMustAllow(Path file) throws IOException {
        DriverConfig config = PairsTest.read(file, folder);
        List<HostAccess> access =
                Drivers.onClassPath().find(config.driver()).orElseThrow().hostAccess(config);

        assertThat(access)
                .filteredOn(each -> each.kind() == HostAccess.Kind.CODE)
                .extracting(HostAccess::value)
                .allMatch(PairsTest.head(file)::contains)
                .hasSize(file.endsWith("msk-iam.yaml") ? 2 : 0);
        assertThat(access)
                .filteredOn(each -> each.kind() == HostAccess.Kind.FILE)
                .extracting(HostAccess::property)
                .allMatch("ssl.truststore.location"::equals);
    }

    @Test
    void aClassWhoseJarIsMissingIsNamedWithItsRemedy() throws IOException {
        String text = PairsTest.filled(KAFKA.resolve("msk-iam.yaml"), folder)
                .replace("IAMClientCallbackHandler", "NoSuchHandler");
        var problems = new Problems();

        DriverFile.read(Files.writeString(folder.resolve("d.yaml"), text), Drivers.onClassPath(), problems);

        assertThat(problems.errors())
                .extracting(Problem::message)
                .singleElement()
                .asString()
                .contains("software.amazon.msk.auth.iam.NoSuchHandler")
                .contains("WEIR_CLASSPATH");
    }
}

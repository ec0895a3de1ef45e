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
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The driver files that are shipped, Kafka's too: here both drivers are at hand. */
class DriverFilesTest {
    private static final long SEED = 20261120;
    private static final int MISSPELLINGS = 8;
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz";

    /** A field, or a property in the text of one. */
    private static final Pattern NAME = Pattern.compile("( *)([A-Za-z][A-Za-z.]*)[:=].*");

    @TempDir
    Path folder;

    /** Without those of pairs and services, which are made of the same lines. */
    static Stream<Path> systems() throws IOException {
        return yaml(".", "../driver-kafka");
    }

    static Stream<Path> usable() throws IOException {
        return Stream.concat(systems(), pairs(false));
    }

    private static Stream<Path> pairs(boolean withBlanks) throws IOException {
        return yaml("pairs", "../driver-kafka/pairs").filter(file -> PairsTest.hasBlanks(file) == withBlanks);
    }

    static Stream<Path> services() throws IOException {
        return yaml("services", "../driver-kafka/services");
    }

    static Stream<Path> withBlanks() throws IOException {
        return Stream.concat(services(), pairs(true));
    }

    private static Stream<Path> yaml(String... places) throws IOException {
        List<Path> all = new ArrayList<>();
        for (String place : places) {
            try (var files = Files.newDirectoryStream(Path.of(place), "*.yaml")) {
                files.forEach(all::add);
            }
        }
        return all.stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("usable")
    void canBeUsedAsTheyAre(Path file) {
        var problems = new Problems();

        assertThat(DriverFile.read(file, Drivers.onClassPath(), problems)).isPresent();
        assertThat(problems.warnings()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("systems")
    void aTypoInAnyFieldOrPropertyIsNamedWithItsLine(Path shipped) throws IOException {
        var random = new Random(SEED);
        List<String> lines = Files.readAllLines(shipped);
        int names = 0;
        for (int i = 0; i < lines.size(); i++) {
            Matcher name = NAME.matcher(lines.get(i));
            if (name.matches()) {
                names++;
                for (int n = 0; n < MISSPELLINGS; n++) {
                    String misspelt = misspell(name.group(2), random);
                    var changed = new ArrayList<>(lines);
                    changed.set(i, name.group(1) + misspelt + lines.get(i).substring(name.end(2)));
                    assertNamed(changed, i + 1, misspelt);
                }
            }
        }
        assertThat(names).isGreaterThan(12);
    }

    private void assertNamed(List<String> lines, int line, String misspelt) throws IOException {
        Path file = Files.write(folder.resolve("d.yaml"), lines);
        var problems = new Problems();
        var read = DriverFile.read(file, Drivers.onClassPath(), problems);

        assertThat(Stream.concat(problems.errors().stream(), problems.warnings().stream()))
                .as("%s in line %d, seed %d", misspelt, line, SEED)
                .extracting(Problem::line)
                .contains(line);
        assertThat(read).isEmpty();
    }

    /** One letter less, more, or another. */
    private static String misspell(String name, Random random) {
        int at = random.nextInt(name.length());
        char letter = LETTERS.charAt(random.nextInt(LETTERS.length()));
        String misspelt = switch (random.nextInt(3)) {
            case 0 -> name.substring(0, at) + name.substring(at + 1);
            case 1 -> name.substring(0, at) + letter + name.substring(at);
            default -> name.substring(0, at) + letter + name.substring(at + 1);
        };
        return misspelt.equals(name) ? misspell(name, random) : misspelt;
    }

    @Test
    void thereIsOneForEachService() throws IOException {
        assertThat(services().map(file -> file.getFileName().toString()))
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
    @MethodSource("withBlanks")
    void onlyBlanksAreToFillIn(Path file) {
        var problems = new Problems();

        assertThat(DriverFile.read(file, Drivers.onClassPath(), problems)).isEmpty();

        assertThat(problems.errors())
                .isNotEmpty()
                .allMatch(problem -> problem.message().contains("still has CHANGE-ME in it"));
        assertThat(problems.warnings()).isEmpty();
    }

    /** Workers load no other class, and open no file except a truststore, which can be written into the driver file. */
    @ParameterizedTest
    @MethodSource("services")
    void theHeadNamesEachClassThatWorkersMustAllowAndThatNothingWasMeasured(Path file) throws IOException {
        // Without problems once it is filled in.
        DriverConfig config = PairsTest.read(file, folder);
        assertThat(config.clients().common()).containsEntry("security.protocol", "SASL_SSL");
        assertThat(config.topics().reset()).isFalse();
        assertThat(PairsTest.head(file)).contains("Checked by Weir's parser").contains("Not run against");
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
        String text = PairsTest.filled(Path.of("../driver-kafka/services/msk-iam.yaml"), folder)
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

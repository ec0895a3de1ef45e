package dev.weir.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** What the tarball contains and, with the Maven profile {@code release}, what belongs to a tarball that is given to others. */
class TarballIT {
    private static final String RELEASE = "weir.release";

    @TempDir
    Path folder;

    @Test
    void bringsNativeLibrariesForBothArchitectures() throws IOException {
        List<String> withLibraries = new ArrayList<>();
        for (Path jar : jars()) {
            List<String> libraries = linuxLibraries(jar);
            if (!libraries.isEmpty()) {
                withLibraries.add(String.valueOf(jar.getFileName()));
                assertThat(libraries).as(jar.toString()).anyMatch(name -> name.matches(".*/(amd64|x86_64)/.*"));
                assertThat(libraries).as(jar.toString()).anyMatch(name -> name.contains("/aarch64/"));
            }
        }
        assertThat(withLibraries)
                .anyMatch(name -> name.startsWith("zstd-jni"))
                .anyMatch(name -> name.startsWith("lz4-java"))
                .anyMatch(name -> name.startsWith("snappy-java"));
    }

    /** Workers run from {@code lib} alone. Brokers, which the coordinator starts, have their jars beside it. */
    @Test
    void keepsKafkasServerOffTheClassPathOfWorkers() throws IOException {
        List<String> all = jars().stream().map(Path::toString).toList();
        List<String> ofServer =
                all.stream().filter(jar -> jar.contains("/lib/embedded/")).toList();

        assertThat(ofServer)
                .anyMatch(jar -> jar.contains("/kafka_2.13-"))
                .anyMatch(jar -> jar.contains("/scala-library-"))
                .noneMatch(jar -> jar.contains("/kafka-clients-"));
        assertThat(all.stream().filter(jar -> !ofServer.contains(jar)))
                .hasSizeLessThan(80)
                .noneMatch(jar -> jar.matches(".*/(kafka_2|kafka-(server|tools|metadata|storage)|scala-).*"));
    }

    /** {@code deploy/bench} takes the only file of that folder out of the tarball, whatever its name is. */
    @Test
    void keepsTheAgentOfBrokersInAFolderOfItsOwn() throws IOException {
        Path broker = Command.home().resolve("lib/broker");

        try (Stream<Path> files = Files.list(broker)) {
            assertThat(files)
                    .singleElement()
                    .matches(file -> file.getFileName().toString().matches("jmx_prometheus_javaagent-[0-9.]+\\.jar"));
        }
        assertThat(jars())
                .filteredOn(jar -> jar.toString().contains("jmx_prometheus"))
                .extracting(Path::getParent)
                .containsExactly(broker);
    }

    /** The links of a user's own bin folder lead there, too. */
    @Test
    void runsFromAFolderWithABlankInItsNameAndThroughALink() throws IOException {
        Path home = Files.createDirectories(folder.resolve("a folder/weir"));
        Files.createSymbolicLink(home.resolve("lib"), Command.home().resolve("lib"));
        Path bin = Files.createDirectories(home.resolve("bin"));
        for (String script : List.of("benchmark", "java-setup")) {
            Files.copy(Command.home().resolve("bin").resolve(script), bin.resolve(script));
        }
        assertThat(bin.resolve("benchmark").toFile().setExecutable(true)).isTrue();
        Path links = Files.createDirectories(folder.resolve("links/bin"));
        Files.createSymbolicLink(links.resolve("benchmark"), bin.resolve("benchmark"));

        try (var version = Command.startOf(folder.resolve("links"), folder, "benchmark", "--version")) {
            assertThat(version.exitStatus()).as(version.output()).isZero();
        }
    }

    @Test
    @EnabledIfSystemProperty(named = RELEASE, matches = ".+")
    void namesEveryJarInNoticesAndSbom() throws IOException {
        String notices = Files.readString(Command.home().resolve("THIRD-PARTY.txt"));
        JsonNode components =
                Results.read(Command.home().resolve("sbom.cdx.json")).path("components");
        List<String> inSbom = new ArrayList<>();
        components.forEach(component -> inSbom.add(component.path("name").asText() + "-"
                + component.path("version").asText() + ".jar"));

        List<String> jars =
                jars().stream().map(jar -> String.valueOf(jar.getFileName())).toList();
        assertThat(inSbom).containsExactlyInAnyOrderElementsOf(jars);
        assertThat(jars.stream().filter(jar -> !jar.matches("(weir|driver-(kafka|redpanda))-.*")))
                .hasSizeGreaterThan(50)
                .allSatisfy(jar -> assertThat(notices).contains("\n" + jar + "\n"));
        assertThat(Command.home().resolve("LICENSE")).isRegularFile();
    }

    @Test
    @EnabledIfSystemProperty(named = RELEASE, matches = ".+")
    void hasAChecksumBesideIt() throws Exception {
        Path tarball = Path.of(System.getProperty(RELEASE));
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(tarball));

        assertThat(Files.readString(Path.of(tarball + ".sha256")).strip())
                .isEqualTo(HexFormat.of().formatHex(digest) + " *" + tarball.getFileName());
    }

    private static List<Path> jars() throws IOException {
        try (Stream<Path> files = Files.walk(Command.home().resolve("lib"))) {
            return files.filter(file -> file.toString().endsWith(".jar")).toList();
        }
    }

    private static List<String> linuxLibraries(Path jar) throws IOException {
        try (var zip = new ZipFile(jar.toFile())) {
            return zip.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.endsWith(".so")
                            && name.toLowerCase(Locale.ROOT).contains("linux/"))
                    .toList();
        }
    }
}

package dev.weir.driver.redpanda;

import static org.assertj.core.api.Assertions.assertThat;

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

    static Stream<Path> files() throws IOException {
        return Stream.concat(systems(), Stream.concat(yaml(PairsTest.KAFKA), yaml(PairsTest.REDPANDA)))
                .filter(file -> !PairsTest.hasBlanks(file));
    }

    /** Without those of the pairs, which are made of the same lines. */
    static Stream<Path> systems() throws IOException {
        return Stream.concat(yaml(Path.of(".")), yaml(Path.of("..", "driver-kafka")));
    }

    private static Stream<Path> yaml(Path place) throws IOException {
        try (Stream<Path> files = Files.list(place)) {
            return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
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
}

package dev.weir.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The rules on packages, as the sources keep them: a constant that the compiler inlines leaves no trace in the class that
 * uses it, but its import does. Mentions in comments count too: what may not be imported need not be known.
 */
class SourceImportsTest {
    private static final Path FRAMEWORK = Path.of("src", "main", "java");
    private static final Pattern MENTION = Pattern.compile("\\bdev\\.weir((?:\\.[a-z]\\w*)+)");
    private static final Pattern SENTENCE = Pattern.compile("May import of ours: ([^.]*)\\.");
    private static final Pattern NAME = Pattern.compile("\\{@code (\\w+)}");

    static Set<String> packages() {
        return PackageTable.MAY_IMPORT.keySet();
    }

    static Set<String> rooms() {
        return PackageTable.ROOMS.keySet();
    }

    @ParameterizedTest
    @MethodSource("packages")
    void mentionsOnlyWhatItsRowAllows(String name) {
        Set<String> allowed = new TreeSet<>(PackageTable.of(name));
        allowed.add(name);

        assertThat(mentions(FRAMEWORK.resolve("dev/weir").resolve(name), top -> !allowed.contains(topLevel(top))))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("rooms")
    void mentionsOnlyTheRoomsThatItsRowAllows(String name) {
        Set<String> allowed = PackageTable.ROOMS.getOrDefault(name, Set.of());
        Path folder = FRAMEWORK.resolve("dev/weir").resolve(name.replace('.', '/'));

        assertThat(mentions(
                        folder,
                        1,
                        other -> topLevel(other).equals(topLevel(name))
                                && !other.equals(name)
                                && !allowed.contains(other)))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("packages")
    void packageInfoListsTheImportsOfItsRow(String name) throws IOException {
        String text = Files.readString(
                        FRAMEWORK.resolve("dev/weir").resolve(name).resolve("package-info.java"))
                .replace("\n * ", " ");

        List<String> sentences =
                SENTENCE.matcher(text).results().map(r -> r.group(1)).toList();
        assertThat(sentences).hasSize(1);
        String sentence = sentences.get(0);
        if (name.equals("cli")) {
            assertThat(sentence).isEqualTo("everything");
        } else if (PackageTable.of(name).isEmpty()) {
            assertThat(sentence).isEqualTo("nothing");
        } else {
            assertThat(NAME.matcher(sentence).results().map(r -> r.group(1)))
                    .containsExactlyInAnyOrderElementsOf(PackageTable.of(name));
        }
    }

    static Set<String> driverPackages() {
        return PackageTable.DRIVERS.keySet();
    }

    @ParameterizedTest
    @MethodSource("driverPackages")
    void mentionsOnlyTheContractAndTheDriversThatItsRowAllows(String name) {
        Set<String> allowed = new TreeSet<>(PackageTable.DRIVERS.getOrDefault(name, Set.of()));
        allowed.addAll(PackageTable.DRIVER_CONTRACT);
        allowed.add(name);
        Path folder =
                Path.of("..", driverModule(name)).resolve(FRAMEWORK).resolve("dev/weir/" + name.replace('.', '/'));

        assertThat(mentions(folder, 1, other -> !allowed.contains(other))).isEmpty();
    }

    @Test
    void everyDriverModuleHasARow() throws IOException {
        try (Stream<Path> modules = Files.list(Path.of(".."))) {
            assertThat(modules.map(module -> module.getFileName().toString())
                            .filter(name -> name.startsWith("driver-")))
                    .containsExactlyInAnyOrderElementsOf(driverModules());
        }
    }

    static Set<String> driverModules() {
        return driverPackages().stream().map(SourceImportsTest::driverModule).collect(Collectors.toSet());
    }

    private static String driverModule(String name) {
        return name.replaceFirst("(driver)\\.(\\w+).*", "$1-$2");
    }

    /** Every mention, below a folder, of a package of ours that is forbidden: {@code file: package}. */
    private static List<String> mentions(Path folder, Predicate<String> forbidden) {
        return mentions(folder, Integer.MAX_VALUE, forbidden);
    }

    /** The same, so many folders deep. */
    private static List<String> mentions(Path folder, int depth, Predicate<String> forbidden) {
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder, depth)) {
            List<Path> sources =
                    files.filter(file -> file.toString().endsWith(".java")).toList();
            assertThat(sources).isNotEmpty();
            for (Path source : sources) {
                MENTION.matcher(Files.readString(source))
                        .results()
                        .map((MatchResult result) -> result.group(1).substring(1))
                        .filter(forbidden)
                        .forEach(name -> found.add(source + ": " + name));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    private static String topLevel(String name) {
        return name.replaceFirst("\\..*", "");
    }
}

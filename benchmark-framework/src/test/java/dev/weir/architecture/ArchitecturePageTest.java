package dev.weir.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code ARCHITECTURE.md} has each package, with what {@link PackageTable} allows, and names only classes that exist. */
class ArchitecturePageTest {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z0-9.]+)` \\| [^|]+ \\| ([^|]+) \\|$");
    private static final Pattern IMPORT = Pattern.compile("`([a-z0-9.]+)`");
    private static final Pattern CLASS = Pattern.compile("`((?:[a-z0-9]+/)+[A-Z]\\w+|\\w+(?:Test|Benchmark))`");

    @Test
    void hasEachPackageWithWhatItMayImport() throws IOException {
        String table = page().split("\n## ", -1)[3];
        Map<String, String> rows =
                ROW.matcher(table).results().collect(Collectors.toMap(row -> row.group(1), row -> row.group(2)));

        assertThat(rows)
                .containsOnlyKeys(files("main/java/dev/weir/(.*)/package-info.java").stream()
                        .map(name -> name.replace('/', '.'))
                        .toList());
        PackageTable.MAY_IMPORT.forEach((name, allowed) -> assertThat(
                        IMPORT.matcher(rows.getOrDefault(name, "")).results().map(found -> found.group(1)))
                .as(name)
                .containsExactlyInAnyOrderElementsOf(name.equals("cli") ? List.of() : allowed));
        PackageTable.ROOMS.entrySet().stream()
                .filter(room -> room.getKey().contains("."))
                .forEach(room -> assertThat(IMPORT.matcher(rows.getOrDefault(room.getKey(), ""))
                                .results()
                                .map(found -> found.group(1)))
                        .as(room.getKey())
                        .containsExactlyInAnyOrderElementsOf(room.getValue()));
        Map<String, Set<String>> drivers = new TreeMap<>();
        rows.forEach((name, imports) -> {
            if (name.startsWith("driver.") && !PackageTable.ROOMS.containsKey(name)) {
                drivers.put(
                        name,
                        IMPORT.matcher(imports)
                                .results()
                                .map(found -> found.group(1))
                                .filter(other -> !other.equals("driver"))
                                .collect(Collectors.toSet()));
            }
        });
        assertThat(drivers).isEqualTo(PackageTable.DRIVERS);
    }

    @Test
    void namesClassesThatExist() throws IOException {
        List<String> classes = files("(?:main|test)/java/dev/weir(/.*)\\.java");

        assertThat(CLASS.matcher(page()).results().map(found -> "/" + found.group(1)))
                .hasSizeGreaterThan(50)
                .allSatisfy(name -> assertThat(classes).anyMatch(each -> each.endsWith(name)));
    }

    private static String page() throws IOException {
        return Files.readString(Path.of("..", "ARCHITECTURE.md"));
    }

    /** What the group in a pattern matches, for each source file of all modules that the pattern fits. */
    private static List<String> files(String pattern) throws IOException {
        Pattern path = Pattern.compile(".*/src/" + pattern);
        List<String> found = new ArrayList<>();
        List<String> modules = new ArrayList<>(SourceImportsTest.driverModules());
        modules.add("benchmark-framework");
        for (String module : modules) {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src"))) {
                files.map(file -> path.matcher(file.toString()))
                        .filter(Matcher::matches)
                        .forEach(file -> found.add(file.group(1)));
            }
        }
        return found;
    }
}

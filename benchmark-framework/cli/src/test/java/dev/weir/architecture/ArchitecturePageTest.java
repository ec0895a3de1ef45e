package dev.weir.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code ARCHITECTURE.md} has a row for each module of the framework, and names only classes that exist. */
class ArchitecturePageTest {
    private static final Path ROOT = Path.of("..", "..");
    private static final Path FRAMEWORK = Path.of("..");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z-]+)` \\|");
    private static final Pattern CLASS = Pattern.compile("`((?:[a-z0-9]+/)+[A-Z]\\w+|\\w+(?:Test|Benchmark))`");
    private static final Pattern SOURCE = Pattern.compile(".*/src/(?:main|test)/java/dev/weir(/.*)\\.java");

    @Test
    void hasEachModule() throws IOException {
        String table = page().replaceFirst("(?s).*\n## Modules\n", "").replaceFirst("(?s)\n## .*", "");
        assertThat(ROW.matcher(table).results().map(row -> row.group(1)))
                .containsExactlyInAnyOrderElementsOf(modules(FRAMEWORK)
                        .map(folder -> folder.getFileName().toString())
                        .toList());
    }

    @Test
    void namesClassesThatExist() throws IOException {
        List<String> classes = new ArrayList<>();
        for (Path folder : Stream.concat(modules(ROOT), modules(FRAMEWORK))
                .map(module -> module.resolve("src"))
                .filter(Files::exists)
                .toList()) {
            try (Stream<Path> files = Files.walk(folder)) {
                files.flatMap(file -> SOURCE.matcher(file.toString()).results().map(found -> found.group(1)))
                        .forEach(classes::add);
            }
        }

        assertThat(CLASS.matcher(page()).results().map(found -> "/" + found.group(1)))
                .hasSizeGreaterThan(50)
                .allSatisfy(name -> assertThat(classes).anyMatch(each -> each.endsWith(name)));
    }

    private static Stream<Path> modules(Path parent) throws IOException {
        try (Stream<Path> folders = Files.list(parent)) {
            return folders.filter(folder -> Files.exists(folder.resolve("pom.xml"))).toList().stream();
        }
    }

    private static String page() throws IOException {
        return Files.readString(ROOT.resolve("ARCHITECTURE.md"));
    }
}

package dev.weir.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Texts, comments and names do without the words that CONTRIBUTING.md ("Plain English") replaces: they hide who acts, or what
 * is unknown. The list has only words that are wrong wherever they stand.
 */
class PlainWordsTest {
    private static final Path ROOT = Path.of("..");

    private static final Pattern WORDS =
            Pattern.compile("\\b(nobody|somebody|anybody|whoever|accuse[sd]?|entitled|tells of|told of"
                    + "|at your service|what goes on|in vain|of no use|is no more(?! than)|knows better)\\b");

    /** Marks of comments, strings that go on in the next line, and line ends: a phrase may cross lines. */
    private static final Pattern BETWEEN = Pattern.compile("\"?\\s*\\R\\s*(?:(?:\\*|//|#)\\s|\\+ \")?\\s*");

    /** Where a word of a name ends: {@code aName}, {@code A_NAME}, {@code a_name}. */
    private static final Pattern IN_NAMES = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|_");

    /** Things that were built, downloaded or measured. */
    private static final Set<String> NO_SOURCES =
            Set.of(".git", "target", "results", "node_modules", ".terraform", ".venv");

    private static final Path TEST_DATA = Path.of("src", "test", "resources");

    @Test
    void textsCommentsAndNamesUsePlainWords() throws IOException {
        List<String> found = new ArrayList<>();
        int files = 0;
        for (Path file : files()) {
            String text = Files.readString(file);
            // These quote the words.
            if (file.endsWith("CONTRIBUTING.md")) {
                text = text.replaceAll("(?s)## Plain English.*?\\n## ", "");
            } else if (file.endsWith("PlainWordsTest.java")) {
                continue;
            }
            String joined = BETWEEN.matcher(text).replaceAll(" ");
            Matcher words =
                    WORDS.matcher(IN_NAMES.matcher(joined).replaceAll(" ").toLowerCase(Locale.ROOT));
            while (words.find()) {
                found.add(ROOT.relativize(file) + ": " + words.group());
            }
            files++;
        }
        assertThat(files).isGreaterThan(1000);
        assertThat(found).isEmpty();
    }

    private static List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return NO_SOURCES.contains(String.valueOf(folder.getFileName())) || folder.endsWith(TEST_DATA)
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                // Scripts have names without a dot.
                if (attributes.isRegularFile()
                        && String.valueOf(file.getFileName()).matches("[^.]+|.*\\.(md|java|js|sh|py|tf|ya?ml|j2)")) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }
}

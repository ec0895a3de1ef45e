package dev.weir.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.document.RunDetails.HookResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page that describes the result file describes every field of it. */
public final class ResultPageTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "result.md");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    /** Their keys are names of other places: of file fields, of facts of any system, of percentiles. */
    private static final Set<String> WITH_KEYS_OF_THEIR_OWN = Set.of(
            "workload",
            "driver",
            "system",
            "clientSettings",
            "quantilesNanos",
            "quantilesBytesPerSecond",
            "latency",
            "point",
            "labels",
            "tags");

    @TempDir
    Path folder;

    /** The fields of what is written now, and of a real run, which has more facts and fewer troubles. */
    @Test
    void describesEveryField() throws IOException {
        Path now = folder.resolve("now.json");
        var hook = new HookResult("beforeRun", "true", Optional.of(0), 0.5, "now-hooks.txt");
        ResultFile.write(SampleResults.valid(folder), List.of(hook), now);
        Path real = SampleResults.FILE;
        Set<String> fields = new TreeSet<>();
        for (Path file : List.of(now, real)) {
            fieldsIn(DocumentReader.json().readTree(file.toFile()), fields);
        }

        assertThat(fields).hasSizeGreaterThan(150).isSubsetOf(named());
    }

    /** Returns what the page names in code, with lists in braces written out. */
    public static Set<String> named() throws IOException {
        Set<String> names = new TreeSet<>();
        var code = CODE.matcher(Files.readString(PAGE));
        while (code.find()) {
            String text = code.group(1);
            int brace = text.indexOf('{');
            if (brace < 0) {
                names.addAll(List.of(text.replace("[]", "").split("\\.", -1)));
            } else {
                for (String end : text.substring(brace + 1, text.indexOf('}')).split(",", -1)) {
                    names.add(text.substring(0, brace) + end);
                }
            }
        }
        return names;
    }

    /** Adds the names of all fields in a file, without those whose keys are names of other places. */
    public static void fieldsIn(JsonNode node, Set<String> fields) {
        for (var field : node.properties()) {
            fields.add(field.getKey());
            boolean open = WITH_KEYS_OF_THEIR_OWN.contains(field.getKey())
                    || field.getKey().endsWith("Quantiles");
            if (!open) {
                fieldsIn(field.getValue(), fields);
            } else if (field.getKey().equals("latency")) {
                field.getValue().forEach(figures -> fieldsIn(figures, fields));
            }
        }
        if (node.isArray()) {
            node.forEach(element -> fieldsIn(element, fields));
        }
    }
}

package dev.weir.feature;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.report.html.HtmlReport;
import dev.weir.report.html.SampleFiles;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.document.ResultPart;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Parts of features in files that Weir did not write. */
class ResultPartsTest {
    @TempDir
    Path folder;

    static Stream<String> names() {
        return Features.in(ResultPart.class).stream().map(part -> part.name());
    }

    @ParameterizedTest
    @MethodSource("names")
    void refusesAPartOfAnotherType(String name) throws IOException {
        for (String part : List.of("\"text\"", "[null]", "[[1]]", "[{\"from\": []}, 7]")) {
            var problems = new Problems();

            assertThat(read(name, part, problems)).as(part).isEmpty();
            assertThat(problems.errors())
                    .singleElement()
                    .asString()
                    .contains("r.json: holds what no version of this tool writes: weir." + name);
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void readsAnEmptyPartAsNone(String name) throws IOException {
        StoredResult result = read(name, "null", new Problems()).orElseThrow();

        assertThat(HtmlReport.of(List.of(result)).html(Optional.empty(), folder.resolve("page.html")))
                .contains("</html>");
    }

    private Optional<StoredResult> read(String name, String part, Problems problems) throws IOException {
        ObjectNode file = SampleFiles.fixture();
        SampleFiles.weir(file).set(name, DocumentReader.json().readTree(part));
        return StoredResult.read(SampleFiles.write(file, folder.resolve("r.json")), problems);
    }
}

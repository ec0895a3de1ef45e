package dev.weir.feature;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.report.html.HtmlReport;
import dev.weir.report.html.SampleFiles;
import dev.weir.result.ResultPageTest;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.stored.StoredResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Results with parts of features, on their pages and on the page that describes their fields. */
public final class PartPages {
    private PartPages() {}

    /** The page of the sample with these parts. */
    public static String html(Path folder, Map<String, ?> parts) throws IOException {
        ObjectNode file = SampleFiles.fixture();
        SampleFiles.weir(file).setAll((ObjectNode) DocumentReader.json().valueToTree(parts));
        return html(folder, file);
    }

    /** The page of a result. */
    public static String html(Path folder, ObjectNode file) throws IOException {
        StoredResult result = SampleFiles.read(SampleFiles.write(file, folder.resolve("r.json")));
        return HtmlReport.of(List.of(result)).html(Optional.empty(), folder.resolve("page.html"));
    }

    /** Checks that a part has these fields, among others, and that the page of fields describes them all. */
    public static void assertDescribed(Object part, String... some) throws IOException {
        Set<String> fields = new TreeSet<>();
        ResultPageTest.fieldsIn(DocumentReader.json().valueToTree(part), fields);
        assertThat(fields).contains(some).isSubsetOf(ResultPageTest.named());
    }
}

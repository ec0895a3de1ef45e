package dev.weir.feature;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.report.html.HtmlReport;
import dev.weir.report.html.SampleFiles;
import dev.weir.result.ResultPageTest;
import dev.weir.result.document.DocumentReader;
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

    /** Returns the page of the sample with these parts. Fails if docs/result.md lacks one of their fields. */
    public static String html(Path folder, Map<String, ?> parts) throws IOException {
        assertDescribed(parts);
        ObjectNode file = SampleFiles.fixture();
        SampleFiles.weir(file).setAll((ObjectNode) DocumentReader.json().valueToTree(parts));
        return html(folder, file);
    }

    /** The page of a result. */
    public static String html(Path folder, ObjectNode file) throws IOException {
        return HtmlReport.of(List.of(SampleFiles.read(SampleFiles.write(file, folder.resolve("r.json")))))
                .html(Optional.empty(), folder.resolve("page.html"));
    }

    /** Checks that the page of fields describes all fields of a part. */
    public static void assertDescribed(Object part) throws IOException {
        Set<String> fields = new TreeSet<>();
        ResultPageTest.fieldsIn(DocumentReader.json().valueToTree(part), fields);
        assertThat(fields).hasSizeGreaterThan(1).isSubsetOf(ResultPageTest.named());
    }
}

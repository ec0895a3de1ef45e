package dev.weir.result.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.result.SampleResults;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunDetailsTest {
    /** A file of a build with more features loses nothing when it is read and written. */
    @Test
    void keepsPartsThatThisBuildDoesNotKnow() throws IOException {
        ObjectNode file = (ObjectNode) DocumentReader.json().readTree(SampleResults.FILE.toFile());
        JsonNode unknown = DocumentReader.json().valueToTree(Map.of("some", new int[] {1, 2}));
        ((ObjectNode) file.path("weir")).set("unknown", unknown);

        RunDocument read = DocumentReader.json().treeToValue(file, RunDocument.class);

        assertThat(read.weir().orElseThrow().ofFeatures().byName()).containsEntry("unknown", unknown);
        JsonNode written =
                DocumentReader.json().readTree(DocumentReader.pretty(read)).path("weir");
        assertThat(written.path("unknown").equals(unknown)).isTrue();
        assertThat(written.path("intervals").size()).isPositive();
        assertThat(RunDetails.NONE.ofFeatures().byName()).isEmpty();
    }
}

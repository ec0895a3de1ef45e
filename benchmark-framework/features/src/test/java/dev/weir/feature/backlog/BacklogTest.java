package dev.weir.feature.backlog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.report.html.HtmlReport;
import dev.weir.result.ResultPageTest;
import dev.weir.result.SampleResults;
import dev.weir.result.Snapshots;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.stored.StoredResult;
import dev.weir.result.value.Moment;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BacklogTest {
    private static final BacklogResult RESULT = new BacklogResult(
            new BacklogResult.Build(500, 510, OptionalDouble.of(0.9), 1.5, 333),
            new BacklogResult.Drain(false, OptionalDouble.of(2.5), OptionalDouble.of(200), 10, OptionalLong.of(40), 0),
            2_000_000,
            OptionalDouble.of(3.5),
            List.of(new BacklogResult.Lag(new Moment(Snapshots.START), List.of(510L))));

    @TempDir
    Path folder;

    @Test
    void standsOnThePageOfARun() throws IOException {
        ObjectNode file = (ObjectNode) DocumentReader.json().readTree(SampleResults.FILE.toFile());
        ObjectNode weir = (ObjectNode) file.path("weir");
        weir.set(Backlog.PART.name(), DocumentReader.json().valueToTree(RESULT));
        ((ObjectNode) weir.path("provenance").path("workload")).put("consumerBacklogSizeGB", 1.5);
        Path path = Files.writeString(folder.resolve("r.json"), file.toString());
        StoredResult result = StoredResult.read(path, new Problems()).orElseThrow();

        assertThat(Backlog.PART.in(result.weir())).contains(RESULT);
        assertThat(HtmlReport.of(List.of(result)).html(Optional.empty(), folder.resolve("page.html")))
                .contains("<h3>Backlog</h3>", "builtMessages", "lag of subscription 0")
                .contains("consumers being paused until a backlog of 1.5 GiB waits");
    }

    @Test
    void itsFieldsStandOnThePageOfFields() throws IOException {
        JsonNode part = DocumentReader.json().valueToTree(RESULT);
        Set<String> fields = new TreeSet<>();
        ResultPageTest.fieldsIn(part, fields);

        assertThat(fields).contains("wantedMessages", "expiredMessages").isSubsetOf(ResultPageTest.named());
    }
}

package dev.weir.feature.backlog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.feature.PartPages;
import dev.weir.report.html.SampleFiles;
import dev.weir.result.Snapshots;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.value.Moment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BacklogTest {
    private static final BacklogResult RESULT = new BacklogResult(
            500,
            510,
            OptionalDouble.of(0.9),
            1.5,
            333,
            false,
            OptionalDouble.of(2.5),
            OptionalDouble.of(200),
            10,
            OptionalLong.of(40),
            0,
            OptionalLong.of(2_000_000),
            OptionalDouble.of(3.5),
            List.of(new BacklogResult.Lag(new Moment(Snapshots.START), List.of(510L))));

    @TempDir
    Path folder;

    @Test
    void standsOnThePageOfARun() throws IOException {
        ObjectNode file = SampleFiles.fixture();
        ObjectNode weir = SampleFiles.weir(file);
        weir.set(Backlog.PART.name(), DocumentReader.json().valueToTree(RESULT));
        ((ObjectNode) weir.path("provenance").path("workload")).put("consumerBacklogSizeGB", 1.5);

        assertThat(PartPages.html(folder, file))
                .contains("<h3>Backlog</h3>", "builtMessages", "lag of subscription 0")
                .contains("consumers being paused until a backlog of 1.5 GiB waits");
        assertThat(Backlog.PART.in(SampleFiles.read(folder.resolve("r.json")).weir()))
                .contains(RESULT);
    }

    @Test
    void itsFieldsStandOnThePageOfFields() throws IOException {
        PartPages.assertDescribed(RESULT, "wantedMessages", "expiredMessages");
    }
}

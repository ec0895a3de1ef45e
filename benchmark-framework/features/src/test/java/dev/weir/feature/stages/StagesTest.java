package dev.weir.feature.stages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.feature.PartPages;
import dev.weir.feature.stages.StageBreakdown.Basis;
import dev.weir.feature.stages.StageBreakdown.MessageStage;
import dev.weir.feature.stages.StageBreakdown.StageTime;
import dev.weir.report.html.SampleFiles;
import dev.weir.result.ResultFile;
import dev.weir.result.RunResult;
import dev.weir.result.SampleResults;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.document.RunClients;
import dev.weir.result.document.RunDetails;
import dev.weir.result.document.RunDocument;
import dev.weir.result.journal.Recomputation;
import dev.weir.result.journal.Recomputation.FigureDifference;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StagesTest {
    @TempDir
    Path folder;

    @Test
    void printsEachFigureWithItsStages() {
        var mean = breakdown(
                StageBreakdown.MEAN,
                9_000_000,
                false,
                StageTime.of(MessageStage.SEND_DELAY, 200_000, Basis.MEASURED),
                StageTime.of(MessageStage.REPLICATION, 3_000_000, Basis.ESTIMATED));
        var tail = breakdown(StageBreakdown.TAIL, 20_000_000, true, StageTime.unknown(MessageStage.NETWORK_AND_CLIENT));
        RunResult result = SampleResults.valid(folder);

        assertThat(new Stages().explanation(result.weir().with(Map.of("stages", List.of(mean, tail)))))
                .containsExactly(
                        "mean publishResponse, 9.00 ms:",
                        "  send delay                           0.200 ms  measured",
                        "  wait for replicas                     3.00 ms  estimated",
                        "p99 publishResponse, > 20.0 ms (stages do not add up):",
                        "  network and client                          -  unknown");
        assertThat(new Stages().explanation(result.weir())).isEmpty();
    }

    @Test
    void drawsStagesAndMarksWhatIsEstimated() throws IOException {
        ObjectNode file = SampleFiles.fixture();
        ObjectNode mean = ((ObjectNode) file.path("weir"))
                .putArray("stages")
                .addObject()
                .put("latency", "publishResponse")
                .put("figure", "mean")
                .put("totalNanos", 10_000_000)
                .put("lowerBound", false)
                .put("brokers", 3);
        var stages = mean.putArray("stages");
        stages.addObject().put("stage", "sendDelay").put("nanos", 5_000_000).put("basis", "measured");
        stages.addObject().put("stage", "replication").put("nanos", 8_000_000).put("basis", "estimated");
        stages.addObject().put("stage", "<new>").put("basis", "unknown");
        stages.addObject()
                .put("stage", "networkAndClient")
                .put("nanos", -3_000_000)
                .put("basis", "inconsistent");
        assertThat(PartPages.html(folder, file))
                .contains("<h3>Stages of publishResponse</h3>", "mean publishResponse, 10.0 ms")
                .contains("<rect class=\"c0\" x=\"60\" y=\"6\" width=\"311.5\" height=\"22\"></rect>")
                .contains("<rect class=\"c4 estimated\" x=\"371.5\" y=\"6\" width=\"498.5\" height=\"22\"></rect>")
                .contains("<line class=\"mark\" x1=\"683.1\"", "&lt;new&gt;", "-3.00", "Inconsistent: the stages");
    }

    /** The stages of a finished run are in its file as the page of fields describes them, and a change of them is found. */
    @Test
    void areComputedAgainFromTheFile() throws IOException {
        RunResult run = SampleResults.valid(folder);
        RunDocument document = run.document();
        RunDetails all = run.weir();
        var withoutTransactions = new RunDetails(
                all.verdict(),
                all.course(),
                all.load(),
                all.measurements(),
                all.checks(),
                all.instrument(),
                RunClients.NONE,
                all.origin());
        Path path = folder.resolve("r.json");
        ResultFile.write(
                new RunResult(
                        run.header(),
                        run.endNanos(),
                        run.measured(),
                        run.audit(),
                        new RunDocument(
                                document.schemaVersion(),
                                document.outcome(),
                                document.run(),
                                document.load(),
                                document.series(),
                                document.totals(),
                                Optional.of(withoutTransactions.withDerived(run.measured())))),
                path);
        JsonNode file = DocumentReader.json().readTree(path.toFile());
        PartPages.assertDescribed(file.path("weir").path("stages"), "totalNanos", "basis");
        assertThat(differences(file)).noneMatch(each -> each.startsWith("weir.stages"));
        ((ObjectNode) file.path("weir").path("stages").path(0)).put("totalNanos", 1);
        assertThat(differences(file)).contains("weir.stages.0.totalNanos");
    }

    private List<String> differences(JsonNode file) throws IOException {
        var stated = DocumentReader.json().treeToValue(file, RunDocument.class);
        return Recomputation.of(file, stated, folder.resolve("sample.hlog")).differences().stream()
                .map(FigureDifference::field)
                .toList();
    }

    private static StageBreakdown breakdown(String figure, long nanos, boolean lowerBound, StageTime... stages) {
        return new StageBreakdown("publishResponse", figure, nanos, lowerBound, 1, List.of(stages));
    }
}

package dev.weir.result.stored;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.result.RunResult;
import dev.weir.result.SampleResults;
import dev.weir.result.code.Outcome;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.stored.CampaignIndex.IndexedRun;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CampaignIndexTest {
    @TempDir
    Path folder;

    private final Problems problems = new Problems();
    private final IndexedRun one = IndexedRun.planned(1, "a-step1", "none", Map.of("producerRate", "5"), 1);
    private final IndexedRun two = IndexedRun.planned(2, "a-step2", "none", Map.of("producerRate", "6"), 1);

    @Test
    void readsWhatItWrites() {
        Path there = folder.resolve("new");
        var index = CampaignIndex.of(there, List.of(one, two));
        index.write();
        RunResult result = SampleResults.valid(folder);
        index.finished(2, there.resolve("r.json"), result);

        CampaignIndex read = CampaignIndex.read(there, problems).orElseThrow();

        assertThat(read.runs()).isEqualTo(index.runs());
        assertThat(read.campaign()).isEqualTo("new");
        assertThat(read.runs().get(0)).isEqualTo(one);
        assertThat(read.runs().get(1))
                .isEqualTo(new IndexedRun(
                        2,
                        "a-step2",
                        "none",
                        Map.of("producerRate", "6"),
                        1,
                        Optional.of("r.json"),
                        Optional.of(Outcome.VALID),
                        false,
                        Optional.of("2023-11-14T22:13:20.000Z"),
                        90));
        assertThat(read.runs().get(1).isSameAs(two)).isTrue();
        assertThat(read.runs().get(1).isSameAs(one)).isFalse();
    }

    @Test
    void isNeverWrittenForASingleRun() {
        var index = CampaignIndex.none();
        index.write();
        index.finished(1, folder.resolve("r.json"), SampleResults.withoutFigures(folder));

        assertThat(index.campaign()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        {}|is no index of a campaign
        {"schemaVersion": 2, "runs": []}|has schemaVersion 2, and this version of Weir reads only schemaVersion 1: use\
         the version of Weir that wrote
        {"schemaVersion": 1, "runs": [{"number": "x"}]}|is no index of a campaign:
        [|is no index of a campaign:
        """)
    void saysWhyItCannotBeRead(String text, String why) throws IOException {
        Files.writeString(folder.resolve("index.json"), text);

        assertThat(CampaignIndex.read(folder, problems)).isEmpty();
        assertThat(problems.errors()).singleElement().asString().contains("index.json: " + why);
    }

    @Test
    void reportsThatThereIsNone() {
        assertThat(CampaignIndex.read(folder, problems)).isEmpty();
        assertThat(problems.errors()).singleElement().asString().contains("does not exist");
    }

    /** A version that knows more writes more. */
    @Test
    void readsPastFieldsThatItDoesNotKnow() throws IOException {
        CampaignIndex.of(folder, List.of(one)).write();
        Path file = folder.resolve("index.json");
        Files.writeString(file, Files.readString(file).replace("\"number\"", "\"more\" : 1, \"number\""));

        assertThat(CampaignIndex.read(folder, problems).orElseThrow().runs()).containsExactly(one);
    }

    @Test
    void hasOnlyFieldsThatTheResultPageDescribes() throws IOException {
        CampaignIndex.of(folder, List.of(one)).write();
        String page = Files.readString(Path.of("..", "..", "docs", "result.md"));
        String section = page.substring(page.indexOf("## The index of a campaign"));
        var fields = new TreeSet<String>();
        DocumentReader.json()
                .readTree(folder.resolve("index.json").toFile())
                .findParents("number")
                .forEach(run -> run.fieldNames().forEachRemaining(fields::add));

        assertThat(fields).hasSize(11).allSatisfy(field -> assertThat(section).contains("`" + field + "`"));
    }
}

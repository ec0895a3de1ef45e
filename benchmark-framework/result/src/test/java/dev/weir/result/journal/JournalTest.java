package dev.weir.result.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.result.SampleResults;
import dev.weir.result.Snapshots;
import dev.weir.result.interval.Phase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    @Test
    void holdsEveryIntervalBeforeTheRunHasEnded() throws IOException {
        Path lines = folder.resolve("run.journal.jsonl");
        try (var journal = new Journal(folder.resolve("run"), Snapshots.START)) {
            var store = new IntervalStore(List.of("a:1"), 1, 1, journal, Snapshots.NO_LISTENER);
            journal.known(SampleResults.withoutFigures(folder).document(), List.of("weir-0a1b2c3d-0"));
            store.phaseBegins(Phase.MEASUREMENT, 0);
            store.add(0, SampleResults.measuredSnapshot(0));
            store.add(0, SampleResults.measuredSnapshot(1));

            List<JsonNode> read = read(lines);
            assertThat(read).hasSize(3);
            assertThat(read.get(0).at("/run/weir/run/id").textValue()).isEqualTo("0a1b2c3d");
            assertThat(read.get(1).at("/interval/phase").textValue()).isEqualTo("measurement");
            assertThat(read.get(1).at("/interval/counts/acknowledged").longValue())
                    .isEqualTo(98);
            assertThat(read.get(2).at("/interval/backlogMessages").longValue()).isEqualTo(16);
            assertThat(Files.readAllLines(folder.resolve("run.hlog")))
                    .anyMatch(line -> line.startsWith("Tag=publishResponse@a:1,"));
        }
    }

    @Test
    void isDeletedWhenTheResultHoldsItButForTheHistograms() {
        var journal = new Journal(folder.resolve("run"), Snapshots.START);
        journal.close();
        journal.deleteLines();

        assertThat(folder.resolve("run.journal.jsonl")).doesNotExist();
        assertThat(folder.resolve("run.hlog")).exists();
    }

    @Test
    void doesNotOverwriteTheJournalOfARunThatWasKilled() throws IOException {
        Path lines = Files.writeString(folder.resolve("run.journal.jsonl"), "all that is left");

        assertThatThrownBy(() -> new Journal(folder.resolve("run"), Snapshots.START))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining(lines.toString());
        assertThat(lines).hasContent("all that is left");
    }

    private static List<JsonNode> read(Path lines) throws IOException {
        List<JsonNode> read = new ArrayList<>();
        for (String line : Files.readAllLines(lines)) {
            read.add(JSON.readTree(line));
        }
        return read;
    }
}

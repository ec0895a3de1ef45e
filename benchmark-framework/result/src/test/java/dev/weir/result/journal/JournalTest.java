package dev.weir.result.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.result.Snapshots;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
    @TempDir
    Path folder;

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
}

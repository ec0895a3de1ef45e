package dev.weir.cluster;

import dev.weir.driver.exception.DriverException;
import dev.weir.fuzz.Fuzz;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 6, unit = TimeUnit.HOURS) // The soak asks for more.
class RestoreJournalFuzzTest {
    @TempDir
    Path folder;

    @Test
    void oldSettings() throws IOException {
        byte[] whole = """
                {"cluster": "c", "run": "0a1b", "processId": 7, "at": "2026-11-20T00:00:00.000Z",
                 "before": [{"name": "log.retention.ms", "value": "600000", "isDefault": true}]}
                """.getBytes(StandardCharsets.UTF_8);
        Path file = folder.resolve("c.json");
        Fuzz.run("old settings", List.of(whole), 16, input -> {
            Files.write(file, input);
            try (var journal = new RestoreJournal(file)) {
                journal.read();
                return true;
            } catch (DriverException e) {
                return false;
            }
        });
    }
}

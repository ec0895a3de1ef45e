package dev.weir.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiskCheckTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"10240, OK", "10239, WARN", "1024, WARN", "1023, FAIL", "0, FAIL"})
    void wantsRoomForResults(long freeMebibytes, CheckOutcome verdict) {
        assertThat(DiskCheck.judge(Path.of("results"), freeMebibytes << 20).verdict())
                .isEqualTo(verdict);
    }

    @Test
    void checksTheFolderInWhichAMissingOneWillBe() throws IOException {
        Check there = DiskCheck.of(folder);

        Check missing = DiskCheck.of(folder.resolve("a").resolve("b"));

        assertThat(missing.verdict()).isEqualTo(there.verdict());
        assertThat(missing.found()).contains(" free in " + folder.resolve("a").resolve("b"));
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void refusesAFileInItsPlace() throws IOException {
        Path file = Files.writeString(folder.resolve("results"), "");

        assertThat(DiskCheck.of(file))
                .isEqualTo(Check.fail(
                        "disk", file + " is no folder", DiskCheck.of(file).remedy()));
        assertThat(DiskCheck.of(file.resolve("below")).verdict()).isEqualTo(CheckOutcome.FAIL);
    }
}

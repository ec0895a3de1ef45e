package dev.weir.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.doctor.Check.CheckOutcome;
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
        assertThat(HostChecks.disk(Path.of("results"), freeMebibytes << 20).verdict())
                .isEqualTo(verdict);
    }

    @Test
    void checksTheFolderInWhichAMissingOneWillBe() throws IOException {
        Check there = HostChecks.ofDisk(folder);

        Check missing = HostChecks.ofDisk(folder.resolve("a").resolve("b"));

        assertThat(missing.verdict()).isEqualTo(there.verdict());
        assertThat(missing.found()).contains(" free in " + folder.resolve("a").resolve("b"));
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void refusesAFileInItsPlace() throws IOException {
        Path file = Files.writeString(folder.resolve("results"), "");

        assertThat(HostChecks.ofDisk(file))
                .isEqualTo(Check.fail(
                        "disk", file + " is no folder", HostChecks.ofDisk(file).remedy()));
        assertThat(HostChecks.ofDisk(file.resolve("below")).verdict()).isEqualTo(CheckOutcome.FAIL);
    }
}

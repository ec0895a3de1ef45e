package dev.weir.host.observation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.SystemClock;
import dev.weir.host.facts.HostFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OtherLoadTest {
    @TempDir
    Path root;

    @Test
    void theLoadAverageCountsForEachCoreOfTheHost() throws IOException {
        Files.createDirectory(root.resolve("proc"));
        Files.writeString(root.resolve("proc/stat"), "cpu  1 2 3\ncpu0 1 2 3\ncpu1 1 2 3\nintr 7\n");
        Files.writeString(root.resolve("proc/loadavg"), "11.90 8.02 5.00 3/400 1234\n");

        assertThat(OtherLoad.averagePerCore(new HostFiles(root))).hasValue(5.95);
    }

    @Test
    void isUnknownWhereTheHostDoesNotReportIt() {
        assertThat(OtherLoad.averagePerCore(new HostFiles(root))).isEmpty();
    }

    @Test
    void sharesAreOfAllCores() throws InterruptedException {
        OtherLoad.OtherLoadFigures load =
                OtherLoad.started(HostFiles.OF_THIS_HOST, SystemClock.INSTANCE).after(Duration.ofMillis(100));

        load.cpuShare().ifPresent(share -> assertThat(share).isBetween(0.0, 1.0));
        load.stolenShare().ifPresent(share -> assertThat(share).isBetween(0.0, 1.0));
    }
}

package dev.weir.host.observation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.host.facts.HostFiles;
import dev.weir.host.facts.HostTree;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cores whose ticks a test makes up. */
class CpuMeterTest {
    @TempDir
    Path root;

    private final HostTree host = new HostTree(() -> root);

    @Test
    void distinguishesAFullCoreFromTheMean() {
        ticks("10 0 0 100 0 0 0 0 0 0", "0 0 0 500 0 0 0 0 0 0");
        var meter = new CpuMeter(new HostFiles(root));
        ticks("12 1 2 195 0 0 0 0 0 0", "60 20 10 500 0 3 2 5 60 0");

        CpuUse use = meter.take().orElseThrow();

        assertThat(use.fullestCore()).isEqualTo(1);
        assertThat(use.fullestCoreShare()).isEqualTo(1.0);
        assertThat(use.busyShare()).isCloseTo(0.5, within(1e-9));
        assertThat(use.stolenShare()).isCloseTo(0.025, within(1e-9));
    }

    @Test
    void waitingForADiskLeavesTheCoreFree() {
        ticks("0 0 0 0 0 0 0 0 0 0", "0 0 0 0 0 0 0 0 0 0");
        var meter = new CpuMeter(new HostFiles(root));
        ticks("0 0 0 20 80 0 0 0 0 0", "0 0 0 100 0 0 0 0 0 0");

        assertThat(meter.take().orElseThrow().busyShare()).isZero();
    }

    @Test
    void checksTheCoresThatTheProcessMayRunOn() {
        host.file("proc/self/status", "Name:\tjava\nCpus_allowed:\t1\nCpus_allowed_list:\t0,2-3\n");
        ticks("0 0 0 0 0 0 0 0 0 0", "0 0 0 0 0 0 0 0 0 0");
        var meter = new CpuMeter(new HostFiles(root));
        ticks("40 0 0 60 0 0 0 0 0 0", "100 0 0 0 0 0 0 0 0 0");

        CpuUse use = meter.take().orElseThrow();

        assertThat(use.fullestCore()).isZero();
        assertThat(use.busyShare()).isCloseTo(0.4, within(1e-9));
    }

    @Test
    void isUnknownWhereNoFileTells() {
        assertThat(new CpuMeter(new HostFiles(root)).take()).isEmpty();
    }

    private void ticks(String first, String second) {
        host.file("proc/stat", "cpu  1 2 3 4 5 6 7 8 9 10\ncpu0 " + first + "\ncpu1 " + second + "\nintr 5 6\n");
    }

    @Test
    void readsTheListsOfTheKernel() {
        assertThat(CpuMeter.cores("4-7")).isEqualTo(Set.of(4, 5, 6, 7));
        assertThat(CpuMeter.cores("0,2, 2-3")).isEqualTo(Set.of(0, 2, 3));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "7-4", "1,,2", "-1", "1-", "123456789"})
    void findsNoCoresInAnInvalidList(String list) {
        assertThat(CpuMeter.cores(list)).isEmpty();
    }
}

package dev.weir.coordinator.phase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.phase.LoadPhases.LoadGrid;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadGridTest {
    @ParameterizedTest
    @CsvSource({"900, 0", "1000, 0", "1001, 1", "1250, 1", "1251, 2"})
    void aMomentWithinASnapshotHasToWaitForTheNextOne(long nanos, long snapshot) {
        assertThat(new LoadGrid(1000, 250, 4).snapshotFrom(nanos)).isEqualTo(snapshot);
    }
}

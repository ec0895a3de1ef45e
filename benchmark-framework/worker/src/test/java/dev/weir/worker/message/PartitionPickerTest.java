package dev.weir.worker.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.workload.message.PartitionWeights;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PartitionPickerTest {
    @Test
    void eachPartitionGetsItsShareAndTheOthersShareTheRest() {
        var picker = new PartitionPicker(new PartitionWeights(Map.of(3, 6.0, 0, 0.0), 2), 6, 7, 0);
        int[] counts = new int[6];
        for (int i = 0; i < 80_000; i++) {
            counts[picker.next()]++;
        }

        assertThat(counts[0]).isZero();
        // Standard deviations of 122 and 68.
        assertThat(counts[3]).isCloseTo(60_000, within(600));
        assertThat(counts[5]).isCloseTo(5_000, within(350));
        assertThat(counts[1] + counts[2] + counts[4] + counts[5]).isEqualTo(80_000 - counts[3]);
    }
}

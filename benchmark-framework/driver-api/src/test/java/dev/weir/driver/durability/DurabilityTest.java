package dev.weir.driver.durability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class DurabilityTest {
    private static final DurabilityItem ACKS =
            DurabilityItem.of(DurabilityKey.ACKS, "all", DurabilitySource.DRIVER_FILE);
    private static final DurabilityItem FSYNC_OPEN = DurabilityItem.unknown(DurabilityKey.FSYNC, "the cluster decides");
    private static final DurabilityItem FSYNC =
            DurabilityItem.of(DurabilityKey.FSYNC, Durability.BY_THE_OS, DurabilitySource.CLUSTER);

    @Test
    void laterFactsReplaceUnknownOnes() {
        var file = new Durability(List.of(FSYNC_OPEN, ACKS));

        assertThat(file.items()).containsExactly(ACKS, FSYNC_OPEN);
        assertThat(file.with(new Durability(List.of(FSYNC))).items()).containsExactly(ACKS, FSYNC);
    }

    /** Some systems accept properties and ignore them, so that a file's value is not the topic's. */
    @Test
    void aRequestedValueIsUnknownIfTheSystemDoesNotReportIt() {
        var file = new Durability(List.of(FSYNC, ACKS));

        Durability found = file.with(new Durability(List.of(FSYNC_OPEN)));

        assertThat(found.items()).containsExactly(ACKS, FSYNC_OPEN);
        assertThat(found.knows(DurabilityKey.FSYNC)).isFalse();
    }

    @Test
    void noMetricIsReportedTwiceOrWithoutAValue() {
        assertThatThrownBy(() -> new Durability(List.of(FSYNC, FSYNC_OPEN))).hasMessageContaining("reported once");
        assertThatThrownBy(() -> DurabilityItem.of(DurabilityKey.ACKS, " ", DurabilitySource.CLIENT))
                .hasMessageContaining("acks must have a value");
        assertThatThrownBy(() -> DurabilityItem.of(DurabilityKey.ACKS, "unknown", DurabilitySource.CLIENT))
                .hasMessageContaining("or be unknown");
    }
}

package dev.weir.feature.sharegroups;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.feature.sharegroups.ShareGroup.Handling;
import dev.weir.worker.Receipts.Delivered;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HandlingTest {
    private static final int MESSAGES = 100_000;

    @Test
    void eachHandlingHasItsPartOfTheDeliveries() {
        var share = new ShareGroup(true, 0.1, 0.05, 0.01, 1, false, Map.of());

        Map<Handling, Integer> counts = counts(share, 7, 1);

        // Within five standard deviations.
        assertThat(counts.get(Handling.RELEASE)).isBetween(9_525, 10_475);
        assertThat(counts.get(Handling.REJECT)).isBetween(4_655, 5_345);
        assertThat(counts.get(Handling.KEEP)).isBetween(842, 1_158);
    }

    @Test
    void isTheSameForTheSameSeedAndAnotherForAnotherAttempt() {
        var share = new ShareGroup(true, 0.5, 0, 0, 1, false, Map.of());
        int differing = 0;
        for (int sequence = 0; sequence < 1000; sequence++) {
            var message = new Delivered(3, sequence, true, 0, 0);
            assertThat(share.handling(7, message, 1)).isEqualTo(share.handling(7, message, 1));
            differing += share.handling(7, message, 1) == share.handling(7, message, 2) ? 0 : 1;
        }
        assertThat(differing).isBetween(400, 600);
        assertThat(counts(share, 7, 1)).isNotEqualTo(counts(share, 8, 1));
    }

    private static Map<Handling, Integer> counts(ShareGroup share, long seed, int attempt) {
        Map<Handling, Integer> counts = new EnumMap<>(Handling.class);
        for (int sequence = 0; sequence < MESSAGES; sequence++) {
            counts.merge(share.handling(seed, new Delivered(0, sequence, true, 0, 0), attempt), 1, Integer::sum);
        }
        return counts;
    }
}

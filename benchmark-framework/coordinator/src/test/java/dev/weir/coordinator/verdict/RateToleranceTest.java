package dev.weir.coordinator.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.verdict.SystemFindings.RateTolerance;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import org.junit.jupiter.api.Test;

class RateToleranceTest {
    private static final Workload UNIFORM = Workloads.small().build();

    @Test
    void toleratesAHundredthOfALongLoad() {
        assertThat(RateTolerance.messages(UNIFORM, 1_000, 600)).isBetween(5_999.9, 6_000.1);
    }

    @Test
    void toleratesWhatIsInFlightForATenthOfASecondInAShortOne() {
        assertThat(RateTolerance.messages(UNIFORM, 10_000, 5)).isEqualTo(1_000);
        assertThat(RateTolerance.messages(UNIFORM, 10, 5)).isEqualTo(5);
    }

    @Test
    void neverToleratesMoreThanHalf() {
        assertThat(RateTolerance.messages(UNIFORM, 2, 2)).isEqualTo(2);
    }
}

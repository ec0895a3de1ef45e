package dev.weir.workload.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.workload.load.Rate.RatePoint;
import java.util.List;
import org.junit.jupiter.api.Test;

class RateTest {
    private static final long SECOND = 1_000_000_000L;

    /** As at 10 s until then, to 300 by 20 s, a step to 50 there. */
    private final Rate.Curve rates = new Rate.Curve(
            List.of(new RatePoint(10 * SECOND, 100), new RatePoint(20 * SECOND, 300), new RatePoint(20 * SECOND, 50)));

    @Test
    void reportsTheMeanOfAnyStretch() {
        assertThat(rates.mean(0, 10 * SECOND)).isEqualTo(100);
        assertThat(rates.mean(10 * SECOND, 20 * SECOND)).isCloseTo(200, within(1e-9));
        assertThat(rates.mean(15 * SECOND, 20 * SECOND)).isCloseTo(250, within(1e-9));
        assertThat(rates.mean(0, 40 * SECOND)).isCloseTo((1000 + 2000 + 1000) / 40.0, within(1e-9));
        assertThat(rates.mean(30 * SECOND, 31 * SECOND)).isCloseTo(50, within(1e-6));
        // Of no time at all, the rate then.
        assertThat(rates.mean(15 * SECOND, 15 * SECOND)).isCloseTo(200, within(0.01));
    }
}

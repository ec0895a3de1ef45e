package dev.weir.report.html.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.report.html.tag.NumberKind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Labels of axes, and the figures beside them. */
class TicksTest {
    @Test
    void areRoundNumbersRoundTimesAndPowersOfTen() {
        assertThat(Axis.linear("", NumberKind.RATE).ticks(0, 5200, 5)).containsExactly(0.0, 2000.0, 4000.0);
        assertThat(Axis.linear("", NumberKind.SECONDS).ticks(0.5, 700, 8))
                .containsExactly(120.0, 240.0, 360.0, 480.0, 600.0);
        assertThat(Axis.log("", NumberKind.MILLIS).ticks(0.09, 1500, 5)).containsExactly(0.1, 1.0, 10.0, 100.0, 1000.0);
        assertThat(Axis.log("", NumberKind.MILLIS).ticks(1.5, 25, 5)).containsExactly(2.0, 5.0, 10.0, 20.0);
    }

    @Test
    void figuresReadAsPeopleWriteThem() {
        assertThat(NumberKind.SECONDS.text(129_600)).isEqualTo("36:00:00");
        assertThat(NumberKind.SECONDS.text(-2)).isEqualTo("-0:02");
        assertThat(List.of(0.0, 1.0, 2.0, 3.0, 3.3))
                .map(NumberKind.PERCENTILE::text)
                .containsExactly("0", "90", "99", "99.9", "99.95");
    }
}

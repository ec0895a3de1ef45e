package dev.weir.report.html.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SeriesTest {
    private static final List<Double> XS = List.of(0.0, 1.0, 2.0, 3.0);

    @Test
    void keepsShortSeries() {
        Series series = of(Series.Merge.MEAN, List.of(), List.of(1.0, 2.0, 3.0, 4.0));

        assertThat(series.merged(4, List.of())).isSameAs(series);
    }

    @Test
    void keepsTheLargestOfNeighboursAndWhereTheyWere() {
        Series merged = of(Series.Merge.LARGEST, List.of(), List.of(1.0, 9.0, Double.NaN, 4.0))
                .merged(2, List.of());

        assertThat(merged.xs()).containsExactly(0.5, 2.5);
        assertThat(merged.ys()).containsExactly(9.0, 4.0);
    }

    @Test
    void weighsAMeanByItsTime() {
        Series merged = of(Series.Merge.MEAN, List.of(9.0, 1.0, 1.0, 1.0), List.of(10.0, 20.0, Double.NaN, Double.NaN))
                .merged(2, List.of());

        assertThat(merged.ys()).containsExactly(11.0, Double.NaN);
    }

    @Test
    void mergesNothingAcrossTheBeginOfAPhase() {
        Series merged = of(Series.Merge.SMALLEST, List.of(), List.of(5.0, 1.0, 2.0, 3.0))
                .merged(2, List.of(1.0));

        assertThat(merged.xs()).containsExactly(0.0, 1.5, 3.0);
        assertThat(merged.ys()).containsExactly(5.0, 1.0, 3.0);
    }

    private static Series of(Series.Merge merge, List<Double> weights, List<Double> ys) {
        return new Series("s", Series.Look.LINE, 0, true, merge, XS, weights, ys);
    }
}

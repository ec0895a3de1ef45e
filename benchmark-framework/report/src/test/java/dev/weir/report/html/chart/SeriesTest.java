package dev.weir.report.html.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SeriesTest {
    private static final List<Double> XS = List.of(0.0, 1.0, 2.0, 3.0);

    @Test
    void keepsShortSeries() {
        Series series = of(Series.Merge.MEAN, List.of(), List.of(1.0, 2.0, 3.0, 4.0));

        assertThat(series.merged(4, List.of())).isSameAs(series);
    }

    /** At 0, 1, 2 and 3, with the weights, at most two points and begins of phases. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "keeps the largest of neighbours and where they were, LARGEST, '', 1 9 NaN 4, '', 0.5 2.5, 9 4",
        "weighs a mean by its time, MEAN, 9 1 1 1, 10 20 NaN NaN, '', 0.5 2.5, 11 NaN",
        "merges nothing across the begin of a phase, SMALLEST, '', 5 1 2 3, 1, 0 1.5 3, 5 1 3"
    })
    void mergesNeighbours(
            String name,
            Series.Merge merge,
            String weights,
            String ys,
            String begins,
            String mergedXs,
            String mergedYs) {
        Series merged = of(merge, numbers(weights), numbers(ys)).merged(2, numbers(begins));

        assertThat(merged.xs()).isEqualTo(numbers(mergedXs));
        assertThat(merged.ys()).isEqualTo(numbers(mergedYs));
    }

    private static List<Double> numbers(String text) {
        return Stream.of(text.split(" "))
                .filter(each -> !each.isEmpty())
                .map(Double::valueOf)
                .toList();
    }

    private static Series of(Series.Merge merge, List<Double> weights, List<Double> ys) {
        return new Series("s", Series.Look.LINE, 0, true, merge, XS, weights, ys);
    }
}

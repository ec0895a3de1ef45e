package dev.weir.report.html.chart;

import dev.weir.report.html.tag.NumberKind;
import java.util.DoubleSummaryStatistics;
import java.util.List;

/**
 * Range of an axis, and the places of values on it.
 *
 * @param log whether distances are ratios; then {@code min} is above 0
 */
record AxisRange(double min, double max, boolean log) {
    static AxisRange ofX(Chart chart, List<Series> series) {
        var values = new DoubleSummaryStatistics();
        series.forEach(each -> each.xs().forEach(values::accept));
        double min = values.getMin();
        double max = values.getMax();
        if (chart.x().kind() == NumberKind.CATEGORY) {
            return new AxisRange(-0.5, chart.x().categories().size() - 0.5, false);
        }
        if (chart.x().kind() == NumberKind.RATE || chart.x().kind() == NumberKind.PLAIN) {
            double margin = max > min ? (max - min) * 0.05 : Math.max(1, Math.abs(max) * 0.5);
            return new AxisRange(min - margin, max + margin, false);
        }
        return new AxisRange(min, max > min ? max : min + 1, false);
    }

    /** Returns the range of the y axis: from 0, or, if it is logarithmic, from the smallest value. */
    static AxisRange ofY(Chart chart, List<Series> series) {
        var values = new DoubleSummaryStatistics();
        series.forEach(each -> each.ys().stream()
                .filter(y -> Double.isFinite(y) && (!chart.y().log() || y > 0))
                .forEach(values::accept));
        if (chart.y().log() && values.getCount() > 0) {
            return new AxisRange(values.getMin() / 1.2, values.getMax() * 1.2, true);
        }
        double max = values.getCount() > 0 ? values.getMax() : 0;
        return new AxisRange(Math.min(0, values.getCount() > 0 ? values.getMin() : 0), max > 0 ? max * 1.05 : 1, false);
    }

    /** Returns the place of a value: 0 at the begin, 1 at the end. */
    double share(double value) {
        return log ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min);
    }

    boolean holds(double value) {
        return Double.isFinite(value) && value >= min && value <= max;
    }
}

package dev.weir.result.threshold;

import java.util.Arrays;
import java.util.List;

/**
 * Theil-Sen slope of a series: the median of the slopes between all pairs of its points. Up to 29 % of them can be
 * outliers, such as the backlog during one pause, without an effect, while a single one distorts least squares. (Sen,
 * "Estimates of the regression coefficient based on Kendall's tau", 1968.)
 */
public final class TheilSen {
    /** With fewer points, the median is random. */
    public static final int MIN_POINTS = 3;

    /** In longer series, points are left out evenly, because the number of pairs grows with the square. */
    private static final int MAX_POINTS = 500;

    private TheilSen() {}

    public record Point(double x, double y) {}

    /** Returns the slope of at least two points, in which x grows. */
    public static double slope(List<Point> series) {
        int stride = (series.size() + MAX_POINTS - 1) / MAX_POINTS;
        int points = (series.size() + stride - 1) / stride;
        var slopes = new double[points * (points - 1) / 2];
        int count = 0;
        for (int i = 0; i < points; i++) {
            Point one = series.get(i * stride);
            for (int j = i + 1; j < points; j++) {
                Point other = series.get(j * stride);
                slopes[count++] = (other.y() - one.y()) / (other.x() - one.x());
            }
        }
        Arrays.sort(slopes);
        return (slopes[(count - 1) / 2] + slopes[count / 2]) / 2;
    }
}

package dev.weir.coordinator.trend;

import dev.weir.result.threshold.TheilSen;
import java.util.ArrayList;
import java.util.List;

/** Trend of a series of evenly spaced figures, by the Theil-Sen line. */
public final class Trend {
    private Trend() {}

    /** Returns by how much a figure grows from one to the next; 0 for fewer than two. */
    public static double slope(List<Double> figures) {
        List<TheilSen.Point> points = new ArrayList<>();
        figures.forEach(figure -> points.add(new TheilSen.Point(points.size(), figure)));
        return points.size() < 2 ? 0 : TheilSen.slope(points);
    }

    /** Returns the change from the first to the last figure, relative to their median. */
    static double relativeChange(List<Double> figures) {
        double median = median(figures);
        double change = slope(figures) * (figures.size() - 1);
        return median == 0 ? (change == 0 ? 0 : Math.signum(change) * Double.POSITIVE_INFINITY) : change / median;
    }

    /** Returns the median; 0 for an empty list. */
    public static double median(List<Double> figures) {
        List<Double> sorted = figures.stream().sorted().toList();
        int count = sorted.size();
        return count == 0 ? 0 : (sorted.get((count - 1) / 2) + sorted.get(count / 2)) / 2;
    }

    /** Adds a figure and removes the oldest one if the list has the given size. */
    public static void append(List<Double> figures, double next, int most) {
        if (figures.size() == most) {
            figures.remove(0);
        }
        figures.add(next);
    }
}

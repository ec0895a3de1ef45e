package dev.weir.coordinator.trend;

import java.util.ArrayList;
import java.util.List;

/** Per-second figures of a load of any length: when there are many, each two are replaced by their mean. */
final class TrendSeries {
    private static final int MAX_POINTS = 500;

    private final List<Double> points = new ArrayList<>();
    private int secondsPerPoint = 1;
    private double sum;
    private int summed;
    private long seconds;

    void add(double figure) {
        seconds++;
        sum += figure;
        summed++;
        if (summed < secondsPerPoint) {
            return;
        }
        points.add(sum / summed);
        sum = 0;
        summed = 0;
        if (points.size() == MAX_POINTS) {
            for (int i = 0; i < MAX_POINTS / 2; i++) {
                points.set(i, (points.get(2 * i) + points.get(2 * i + 1)) / 2);
            }
            points.subList(MAX_POINTS / 2, MAX_POINTS).clear();
            secondsPerPoint *= 2;
        }
    }

    long seconds() {
        return seconds;
    }

    TrendEstimate estimate() {
        return TrendEstimate.of(points);
    }
}

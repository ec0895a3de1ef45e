package dev.weir.report.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/**
 * Divides a series of figures into levels. It repeats what a person does who looks at the history after each run: the
 * runs since the last change are tested once for each new run. So the number of tests, and with it the rate of false
 * alarms, is the same whether a history is read once or every day, and a change that was found stays found.
 */
final class ChangePoints {
    private ChangePoints() {}

    /** Returns the indexes at which a new level begins, ascending; never 0. */
    static List<Integer> of(double[] figures, ChangeDetector test) {
        List<Integer> found = new ArrayList<>();
        int begin = 0;
        for (int end = 1; end <= figures.length; end++) {
            OptionalInt change = test.find(Arrays.copyOfRange(figures, begin, end));
            if (change.isPresent()) {
                begin += change.getAsInt();
                found.add(begin);
            }
        }
        return placed(found, figures);
    }

    /** Returns the changes at their most probable places: the runs after a discovery show better where it began. */
    private static List<Integer> placed(List<Integer> found, double[] figures) {
        List<Integer> placed = new ArrayList<>();
        int begin = 0;
        for (int i = 0; i < found.size(); i++) {
            int end = i + 1 < found.size() ? found.get(i + 1) : figures.length;
            begin += ChangeDetector.place(Arrays.copyOfRange(figures, begin, end));
            placed.add(begin);
        }
        return placed;
    }
}

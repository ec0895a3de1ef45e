package dev.weir.report;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Formats rows of a table as lines for a terminal: each column is as wide as its longest cell. */
public final class Columns {
    private Columns() {}

    /** Returns the lines of rows with equally many cells. Columns of numbers are aligned to the right. */
    public static List<String> lines(List<List<String>> rows, IntPredicate isNumber) {
        var widths = new int[rows.get(0).size()];
        // The width 0 is illegal in a format.
        Arrays.fill(widths, 1);
        rows.forEach(row ->
                Arrays.setAll(widths, i -> Math.max(widths[i], row.get(i).length())));
        String form = IntStream.range(0, widths.length)
                .mapToObj(i -> "%" + (isNumber.test(i) ? "" : "-") + widths[i] + "s")
                .collect(Collectors.joining("  "));
        return rows.stream()
                .map(row -> String.format(form, row.toArray()).stripTrailing())
                .toList();
    }
}

package dev.weir.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Formats rows of a table as lines for a terminal: each column is as wide as its longest cell. */
public final class Columns {
    private Columns() {}

    /** Returns the lines of rows with equally many cells. Columns of numbers are aligned to the right. */
    public static List<String> lines(List<List<String>> rows, IntPredicate isNumber) {
        int[] widths = IntStream.range(0, rows.get(0).size())
                .map(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            var line = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                String padding = " ".repeat(widths[i] - row.get(i).length());
                line.append(isNumber.test(i) ? padding + row.get(i) : row.get(i) + padding)
                        .append("  ");
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }
}

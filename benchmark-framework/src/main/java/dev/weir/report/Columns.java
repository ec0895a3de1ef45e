package dev.weir.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** Rows of a table as lines for a terminal: each column is as wide as its longest cell. */
public final class Columns {
    private Columns() {}

    /**
     * The lines, in the order of the rows.
     *
     * @param rows of as many cells each
     * @param isNumber which columns stand at the right, by their index
     */
    public static List<String> lines(List<List<String>> rows, IntPredicate isNumber) {
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            var line = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                int column = i;
                int width = rows.stream()
                        .mapToInt(each -> each.get(column).length())
                        .max()
                        .orElse(0);
                String padding = " ".repeat(width - row.get(i).length());
                line.append(isNumber.test(i) ? padding + row.get(i) : row.get(i) + padding)
                        .append("  ");
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }
}

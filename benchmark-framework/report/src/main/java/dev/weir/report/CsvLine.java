package dev.weir.report;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Formats a line of a table by RFC 4180. A cell that a spreadsheet would run as a formula gets a {@code '} before it; a
 * number is unchanged.
 */
public final class CsvLine {
    private static final Pattern FORMULA = Pattern.compile("(?s)[=+@\\t\\r\\n-].*");
    private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

    private CsvLine() {}

    public static String of(List<String> cells) {
        return cells.stream().map(CsvLine::quoted).collect(Collectors.joining(","));
    }

    private static String quoted(String text) {
        boolean formula =
                FORMULA.matcher(text).matches() && !NUMBER.matcher(text).matches();
        String cell = formula ? "'" + text : text;
        return cell.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
                ? '"' + cell.replace("\"", "\"\"") + '"'
                : cell;
    }
}

package dev.weir.report;

import java.util.List;
import java.util.stream.Collectors;

/** A line of a table, as RFC 4180 has it. */
public final class CsvLine {
    private CsvLine() {}

    /** Of these cells. */
    public static String of(List<String> cells) {
        return cells.stream().map(CsvLine::quoted).collect(Collectors.joining(","));
    }

    private static String quoted(String cell) {
        return cell.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
                ? '"' + cell.replace("\"", "\"\"") + '"'
                : cell;
    }
}

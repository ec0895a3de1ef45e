package dev.weir.report.board;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Rows of the board for its script: columns of indices into the different texts of each column. */
final class BoardData {
    /** Columns by which a reader can filter. */
    static final List<String> FILTERS = List.of("system", "version", "durability", "hardware", "client", "outcome");

    private BoardData() {}

    /** Returns data of texts, numbers, lists and maps. */
    static Map<String, Object> of(List<BoardRow> rows, List<GroupText> groups) {
        Map<String, Object> columns = new LinkedHashMap<>();
        put("rank", BoardRow::rankText, rows, columns);
        put("label", row -> row.entry().title().label(), rows, columns);
        put("page", row -> row.entry().links().page(), rows, columns);
        put("outcome", row -> row.entry().outcome(), rows, columns);
        put("bundle", row -> row.entry().links().bundle(), rows, columns);
        put("badges", BoardRow::badgeWords, rows, columns);
        put("system", row -> row.entry().subject().system(), rows, columns);
        put("version", row -> row.entry().subject().version(), rows, columns);
        put("durability", row -> row.entry().subject().durability(), rows, columns);
        put("client", row -> row.entry().subject().client(), rows, columns);
        put("hardware", row -> row.entry().subject().hardware(), rows, columns);
        put("date", row -> row.entry().title().day(), rows, columns);
        put("rate", row -> row.entry().figures().texts().rate(), rows, columns);
        put("p50", row -> row.entry().figures().texts().p50(), rows, columns);
        put("p99", row -> row.entry().figures().texts().p99(), rows, columns);
        put("samples", row -> row.entry().figures().texts().samples(), rows, columns);
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("firstRows", Board.FIRST_ROWS);
        data.put("moreRows", Board.MORE_ROWS);
        data.put("head", BoardRow.HEAD);
        data.put("numbersFrom", BoardRow.NUMBERS_FROM);
        data.put("filters", FILTERS);
        data.put("titles", groups.stream().map(GroupText::title).toList());
        data.put("notes", groups.stream().map(GroupText::note).toList());
        data.put("group", rows.stream().map(BoardRow::group).toList());
        data.put("columns", columns);
        return data;
    }

    private static void put(
            String name, Function<BoardRow, String> text, List<BoardRow> rows, Map<String, Object> columns) {
        Map<String, Integer> known = new HashMap<>();
        List<String> words = new ArrayList<>();
        List<Integer> indices = new ArrayList<>();
        for (BoardRow row : rows) {
            indices.add(known.computeIfAbsent(text.apply(row), word -> {
                words.add(word);
                return words.size() - 1;
            }));
        }
        columns.put(name, Map.of("words", words, "at", indices));
    }
}

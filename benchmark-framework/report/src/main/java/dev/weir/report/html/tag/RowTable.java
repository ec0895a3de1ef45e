package dev.weir.report.html.tag;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A table with a row for each of some items, made column by column: those with texts first. One thread. */
public final class RowTable<T> {
    private final List<T> items;
    private final List<String> head = new ArrayList<>();
    private final List<Function<T, String>> cells = new ArrayList<>();
    private int texts;

    private RowTable(List<T> items) {
        this.items = items;
    }

    public static <T> RowTable<T> of(List<T> items) {
        return new RowTable<>(items);
    }

    public RowTable<T> text(String title, Function<T, String> cell) {
        texts++;
        return figure(title, cell);
    }

    /** A column of numbers, any of which can be absent: null, or an empty optional. */
    public RowTable<T> number(String title, NumberKind kind, Function<T, ?> value) {
        return figure(title, item -> Cells.number(value.apply(item), kind));
    }

    public RowTable<T> messages(String title, Function<T, ?> value) {
        return number(title, NumberKind.MESSAGES, value);
    }

    /** A column of nanoseconds, shown as milliseconds. */
    public RowTable<T> millis(String title, Function<T, Number> nanos) {
        return figure(title, item -> Cells.millis(nanos.apply(item)));
    }

    /** A column of numbers that are texts already. */
    public RowTable<T> figure(String title, Function<T, String> cell) {
        head.add(title);
        cells.add(cell);
        return this;
    }

    public Table table() {
        Table table = Table.of(head).numbersFrom(texts);
        items.forEach(
                item -> table.row(cells.stream().map(cell -> cell.apply(item)).toList()));
        return table;
    }
}

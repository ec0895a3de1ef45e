package dev.weir.report.html.tag;

import java.util.List;

/** A table, which scrolls sideways by itself on a narrow screen. Used by one thread. */
public final class Table {
    private final List<String> head;
    private final Tag body = Tag.of("tbody");
    private int numbersFrom = Integer.MAX_VALUE;
    private boolean stacked;
    private boolean sortable;

    private Table(List<String> head) {
        this.head = List.copyOf(head);
    }

    public static Table of(List<String> head) {
        return new Table(head);
    }

    public static Table of(String... head) {
        return new Table(List.of(head));
    }

    /** Marks the columns from that index on as numbers. Call it before the first row. */
    public Table numbersFrom(int column) {
        numbersFrom = column;
        return this;
    }

    /** Stacks the cells of a row on a narrow screen, for texts. */
    public Table stacked() {
        stacked = true;
        return this;
    }

    /** Sets whether a reader can sort its rows by each column, and filter them if they are many. */
    public Table sortable(boolean may) {
        sortable = may;
        return this;
    }

    /** Adds a row. A cell is an element, or a value that is shown as its text. */
    public Table row(Object... cells) {
        return row(List.of(cells));
    }

    public Table row(List<?> cells) {
        return add("", cells);
    }

    /** Adds a row with a style class, which may be empty. */
    public Table add(String styleClass, List<?> cells) {
        Tag row = Tag.of("tr");
        if (!styleClass.isEmpty()) {
            row.is(styleClass);
        }
        for (int i = 0; i < cells.size(); i++) {
            Object cell = cells.get(i);
            row.add(cell("td", i).add(cell instanceof Tag tag ? tag : Tag.of("span", cell.toString())));
        }
        body.add(row);
        return this;
    }

    public boolean isEmpty() {
        return body.isEmpty();
    }

    public Tag tag() {
        Tag row = Tag.of("tr");
        for (int i = 0; i < head.size(); i++) {
            row.add(cell("th", i).text(head.get(i)));
        }
        Tag table = Tag.of("table").add(Tag.of("thead").add(row), body);
        if (sortable) {
            table.is("sortable");
        }
        String style = stacked ? "scroll stacked" : "scroll";
        return Tag.of("div").is(style).with("tabindex", "0").add(table);
    }

    private Tag cell(String name, int column) {
        Tag cell = Tag.of(name);
        return column >= numbersFrom ? cell.is("n") : cell;
    }
}

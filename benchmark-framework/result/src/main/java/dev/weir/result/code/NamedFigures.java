package dev.weir.result.code;

import dev.weir.workload.text.NumberText;
import java.util.SortedMap;
import java.util.TreeMap;

/** Builder of the figures of a reason. */
public final class NamedFigures {
    private final SortedMap<String, Number> byName = new TreeMap<>();

    /** Adds a figure, whose name ends in its unit. */
    public NamedFigures with(String name, double value) {
        byName.put(name, NumberText.written(value));
        return this;
    }

    public NamedFigures with(String name, long value) {
        return with(name, (double) value);
    }

    public NamedFigures with(NamedFigures other) {
        byName.putAll(other.byName);
        return this;
    }

    SortedMap<String, Number> byName() {
        return byName;
    }
}

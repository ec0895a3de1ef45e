package dev.weir.result.code;

import java.util.SortedMap;
import java.util.TreeMap;

/** The figures of a reason as they are put together. */
public final class NamedFigures {
    private final SortedMap<String, Double> byName = new TreeMap<>();

    /**
     * Adds one.
     *
     * @param name ends in its unit
     */
    public NamedFigures with(String name, double value) {
        byName.put(name, value);
        return this;
    }

    public NamedFigures with(String name, long value) {
        return with(name, (double) value);
    }

    public SortedMap<String, Double> byName() {
        return byName;
    }
}

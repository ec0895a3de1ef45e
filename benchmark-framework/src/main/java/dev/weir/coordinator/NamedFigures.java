package dev.weir.coordinator;

import java.util.SortedMap;
import java.util.TreeMap;

/** The figures of a reason as they are put together. */
final class NamedFigures {
    private final SortedMap<String, Double> byName = new TreeMap<>();

    /**
     * Adds one.
     *
     * @param name ends in its unit
     */
    NamedFigures with(String name, double value) {
        byName.put(name, value);
        return this;
    }

    NamedFigures with(String name, long value) {
        return with(name, (double) value);
    }

    SortedMap<String, Double> byName() {
        return byName;
    }
}

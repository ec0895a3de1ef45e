package dev.weir.workload;

import java.util.Map;

/**
 * Client properties as a driver file gives them.
 *
 * @param values by name
 * @param lines where each of them stands in the file, counted from 1
 */
record PropertiesText(Map<String, String> values, Map<String, Integer> lines) {
    static final PropertiesText NONE = new PropertiesText(Map.of(), Map.of());

    PropertiesText {
        values = Map.copyOf(values);
        lines = Map.copyOf(lines);
    }
}

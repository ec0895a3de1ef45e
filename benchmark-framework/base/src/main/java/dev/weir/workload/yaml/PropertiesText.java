package dev.weir.workload.yaml;

import java.util.Map;

/**
 * Client properties of a driver file.
 *
 * @param lines line of each of them in the file, counted from 1
 */
public record PropertiesText(Map<String, String> values, Map<String, Integer> lines) {
    public static final PropertiesText NONE = new PropertiesText(Map.of(), Map.of());

    public PropertiesText {
        values = Map.copyOf(values);
        lines = Map.copyOf(lines);
    }
}

package dev.weir.brokermetrics;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A series of an endpoint, as it is kept.
 *
 * @param name as the endpoint has it
 * @param labels as far as they are kept; what differs in others only is added up
 */
public record SeriesName(String name, SortedMap<String, String> labels) {
    public SeriesName {
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    }

    SeriesName(String name, Map<String, String> labels) {
        this(name, new TreeMap<>(labels));
    }
}

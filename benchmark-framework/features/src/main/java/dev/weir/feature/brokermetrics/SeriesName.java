package dev.weir.feature.brokermetrics;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Name of a kept series of an endpoint.
 *
 * @param labels kept labels; series that differ only in other labels are summed
 */
record SeriesName(String name, SortedMap<String, String> labels) {
    public SeriesName {
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    }

    SeriesName(String name, Map<String, String> labels) {
        this(name, new TreeMap<>(labels));
    }
}

package dev.weir.brokermetrics;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * One line of an endpoint's answer.
 *
 * @param name name of the series
 * @param labels its labels, sorted
 * @param value may be NaN or infinite
 * @param isCounter whether it only grows, except for resets
 */
record PrometheusSample(String name, Map<String, String> labels, double value, boolean isCounter) {
    PrometheusSample {
        labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    }
}

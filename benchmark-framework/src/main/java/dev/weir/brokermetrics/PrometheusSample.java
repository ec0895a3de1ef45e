package dev.weir.brokermetrics;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * One line of an endpoint's answer.
 *
 * @param name of the series
 * @param labels of it, sorted
 * @param value may be no number, or infinite
 * @param isCounter whether it only grows until what counts is started again
 */
record PrometheusSample(String name, Map<String, String> labels, double value, boolean isCounter) {
    PrometheusSample {
        labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    }
}

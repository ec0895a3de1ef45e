/**
 * Metrics of the measured system's hosts: the coordinator samples their Prometheus endpoints during the load, and the
 * result keeps the series.
 */
@NullMarked
package dev.weir.feature.brokermetrics;

import org.jspecify.annotations.NullMarked;

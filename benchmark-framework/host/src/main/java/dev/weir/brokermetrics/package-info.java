/**
 * Metrics of the measured system's hosts: the coordinator samples their Prometheus endpoints during the load.
 *
 * <p>Place in the pipeline: between the coordinator, which samples, and {@code result}, which stores the series.
 */
@NullMarked
package dev.weir.brokermetrics;

import org.jspecify.annotations.NullMarked;

/** Metrics of the measured system's hosts, which the coordinator reads from Prometheus endpoints during the load. */
@NullMarked
package dev.weir.feature.brokermetrics;

import org.jspecify.annotations.NullMarked;

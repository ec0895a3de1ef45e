/**
 * Figures during a load: metrics for Prometheus, and a page for browsers.
 *
 * <p>Place in the pipeline: beside the display of the coordinator, and beside a worker's snapshots.
 */
@NullMarked
package dev.weir.live;

import org.jspecify.annotations.NullMarked;

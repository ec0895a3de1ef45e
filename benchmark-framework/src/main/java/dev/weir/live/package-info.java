/**
 * Figures during a load: metrics for Prometheus, and a page for browsers.
 *
 * <p>Place in the pipeline: beside the display of the coordinator, and beside a worker's snapshots. May import of ours:
 * {@code coordinator}, {@code result}, {@code measure}, {@code clock}.
 */
@NullMarked
package dev.weir.live;

import org.jspecify.annotations.NullMarked;

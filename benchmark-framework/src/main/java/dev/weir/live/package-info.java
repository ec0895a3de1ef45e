/**
 * What is told of a load while it goes on, to whoever watches: figures in Prometheus' text format, at a port.
 *
 * <p>Place in the pipeline: beside the display of the coordinator, and beside a worker's snapshots. May import of ours:
 * {@code coordinator}, {@code result}, {@code measure}, {@code clock}.
 */
@NullMarked
package dev.weir.live;

import org.jspecify.annotations.NullMarked;

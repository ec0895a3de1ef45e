/** Workers of a run: connections, clocks, standstills and losses. */
@NullMarked
package dev.weir.coordinator.workers;

import org.jspecify.annotations.NullMarked;

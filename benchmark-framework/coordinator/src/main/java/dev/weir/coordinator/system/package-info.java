/** Events of the system during a run: disturbances, outages, log ends, metrics of its hosts. */
@NullMarked
package dev.weir.coordinator.system;

import org.jspecify.annotations.NullMarked;

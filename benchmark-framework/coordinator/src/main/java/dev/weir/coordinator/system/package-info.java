/** Events of the system during a run: faults, outages, log ends, metrics of its hosts. */
@NullMarked
package dev.weir.coordinator.system;

import org.jspecify.annotations.NullMarked;

/** Events of the system during a run: disturbances, outages, log ends, absent brokers. */
@NullMarked
package dev.weir.coordinator.system;

import org.jspecify.annotations.NullMarked;

/** What happens to the system during a run: faults, outages, the ends of its logs, its hosts' metrics. */
@NullMarked
package dev.weir.coordinator.system;

import org.jspecify.annotations.NullMarked;

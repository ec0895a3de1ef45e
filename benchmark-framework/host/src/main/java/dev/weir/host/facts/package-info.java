/** Facts about a host: processors, memory, clock, limits, and its calibration. */
@NullMarked
package dev.weir.host.facts;

import org.jspecify.annotations.NullMarked;

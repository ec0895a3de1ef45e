/** What a host is: processors, memory, clock, limits, and what calibration measured on it. */
@NullMarked
package dev.weir.host.facts;

import org.jspecify.annotations.NullMarked;

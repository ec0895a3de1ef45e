/** Kinds of load ({@link Load}) and their rates: arrivals and curves. */
@NullMarked
package dev.weir.workload.load;

import org.jspecify.annotations.NullMarked;

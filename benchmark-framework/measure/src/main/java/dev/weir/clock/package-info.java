/**
 * Time as a parameter: the only package that reads the system clocks. Epoch nanoseconds that never step, deadlines, and
 * estimates of the offset between two hosts' clocks.
 *
 * <p>Place in the pipeline: beside it; each package that needs the time receives a {@link dev.weir.clock.Clock}.
 */
@NullMarked
package dev.weir.clock;

import org.jspecify.annotations.NullMarked;

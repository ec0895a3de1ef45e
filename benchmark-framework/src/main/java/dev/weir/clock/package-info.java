/**
 * Time as a parameter: the only package that reads the system clocks. Epoch nanoseconds that never step, deadlines,
 * and the estimate of how far two hosts' clocks are apart.
 *
 * <p>Place in the pipeline: beside it; every package that needs the time is given a {@link dev.weir.clock.Clock}.
 *
 * <p>May import of ours: nothing.
 */
@NullMarked
package dev.weir.clock;

import org.jspecify.annotations.NullMarked;

/**
 * The hosts and processes of Weir itself: what they are ({@code facts}) and what they did during the load
 * ({@code observation}).
 *
 * <p>Place in the pipeline: a worker sends its host's facts and calibration when a coordinator connects, and an observation
 * with each snapshot. The coordinator merges the observations of the measurement and judges them.
 * {@code bin/benchmark doctor} judges the facts.
 */
@NullMarked
package dev.weir.host;

import org.jspecify.annotations.NullMarked;

/**
 * Measures Weir itself on this host, with runs on the driver {@code none}: its highest rate, and its cost.
 *
 * <p>Place in the pipeline: before campaigns; results of later runs contain the calibration.
 */
@NullMarked
package dev.weir.calibration;

import org.jspecify.annotations.NullMarked;

/**
 * Measures Weir itself on this host, with runs on the driver {@code none}: its highest rate, and its cost.
 *
 * <p>Place in the pipeline: before campaigns; results of later runs contain the calibration.
 *
 * <p>May import of ours: {@code workload}, {@code driver}, {@code clock}, {@code worker}, {@code coordinator}, {@code
 * campaign}, {@code measure}, {@code host}, {@code result}.
 */
@NullMarked
package dev.weir.calibration;

import org.jspecify.annotations.NullMarked;

/**
 * Measures the instrument on this host, with runs on the driver {@code none}: what its harness is capable of, and what
 * that costs.
 *
 * <p>Place in the pipeline: before campaigns; results of later runs carry what was found.
 *
 * <p>May import of ours: {@code workload}, {@code driver}, {@code clock}, {@code worker}, {@code coordinator},
 * {@code campaign}, {@code measure}, {@code host}, {@code result}.
 */
@NullMarked
package dev.weir.calibration;

import org.jspecify.annotations.NullMarked;

/**
 * Carries out an assignment: send loops, acknowledgement and receive callbacks, snapshots.
 *
 * <p>Place in the pipeline: between {@code wire} and {@code driver}.
 *
 * <p>May import of ours: {@code workload}, {@code plan}, {@code wire}, {@code driver}, {@code pacing}, {@code measure},
 * {@code audit}, {@code host}, {@code clock}.
 */
@NullMarked
package dev.weir.worker;

import org.jspecify.annotations.NullMarked;

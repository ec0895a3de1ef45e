/**
 * Carries out an assignment: send loops, acknowledgement and receive callbacks, snapshots.
 *
 * <p>Place in the pipeline: between {@code wire} and {@code driver}.
 */
@NullMarked
package dev.weir.worker;

import org.jspecify.annotations.NullMarked;

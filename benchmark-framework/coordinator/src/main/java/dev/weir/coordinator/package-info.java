/**
 * Carries out one run on one thread: administers the system, directs the workers, judges the outcome.
 *
 * <p>Place in the pipeline: between {@code campaign} and {@code wire}; it passes snapshots on to {@code result}.
 */
@NullMarked
package dev.weir.coordinator;

import org.jspecify.annotations.NullMarked;

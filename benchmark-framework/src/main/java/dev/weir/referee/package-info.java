/**
 * Holds Weir against the tools of the system's own project: the same load from both, one after the other on the same
 * system, and what they cannot be compared in.
 *
 * <p>Place in the pipeline: beside campaigns, whose runs are one of the two sides.
 *
 * <p>May import of ours: {@code workload}, {@code plan}, {@code driver}, {@code clock}, {@code worker},
 * {@code coordinator}, {@code campaign}, {@code measure}, {@code host}, {@code result}, {@code report}.
 */
@NullMarked
package dev.weir.referee;

import org.jspecify.annotations.NullMarked;

/**
 * Compares Weir with the tools of the system's own project: both run the same load alternately on the same system. It
 * names what cannot be compared.
 *
 * <p>Place in the pipeline: beside campaigns, whose runs are one of the two sides.
 *
 * <p>May import of ours: {@code workload}, {@code plan}, {@code driver}, {@code clock}, {@code worker}, {@code
 * coordinator}, {@code campaign}, {@code measure}, {@code host}, {@code result}, {@code report}.
 */
@NullMarked
package dev.weir.referee;

import org.jspecify.annotations.NullMarked;

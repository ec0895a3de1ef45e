/**
 * Packs results with everything that is needed to check them into a bundle, and checks bundles.
 *
 * <p>Place in the pipeline: after the result files; it changes none of them.
 */
@NullMarked
package dev.weir.bundle;

import org.jspecify.annotations.NullMarked;

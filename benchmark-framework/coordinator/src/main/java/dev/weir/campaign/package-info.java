/**
 * Carries out the runs of a plan one after the other, with the commands around each. A run leaves nothing behind that
 * affects the next one.
 *
 * <p>Place in the pipeline: between {@code cli} and {@code coordinator}.
 */
@NullMarked
package dev.weir.campaign;

import org.jspecify.annotations.NullMarked;

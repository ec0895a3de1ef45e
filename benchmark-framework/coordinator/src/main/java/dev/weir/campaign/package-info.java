/**
 * Carries out the runs of a plan one after the other, with the commands around each. A run leaves nothing behind that
 * affects the next one. A search for the highest rate is carried out in runs of its own.
 *
 * <p>Place in the pipeline: between {@code cli} and {@code coordinator}.
 */
@NullMarked
package dev.weir.campaign;

import org.jspecify.annotations.NullMarked;

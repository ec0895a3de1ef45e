/**
 * Executes runs one after the other: those of a plan, with the commands around each. What one of them leaves behind, the next
 * does not see. A run that is to find the highest rate is carried out by runs of its own.
 *
 * <p>Place in the pipeline: between {@code cli} and {@code coordinator}.
 *
 * <p>May import of ours: {@code workload}, {@code plan}, {@code coordinator}, {@code result}, {@code driver},
 * {@code clock}.
 */
@NullMarked
package dev.weir.campaign;

import org.jspecify.annotations.NullMarked;

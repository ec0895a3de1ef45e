/**
 * Checks of several fields of a workload file together: contradictions, and fields without effect.
 *
 * <p>May import of {@code workload}: {@code workload.text}, {@code workload.yaml}, {@code workload.message}, {@code
 * workload.load}, {@code workload.goal}, {@code workload.fields}, {@code workload.fields.goal}, {@code workload}.
 */
@NullMarked
package dev.weir.workload.check;

import org.jspecify.annotations.NullMarked;

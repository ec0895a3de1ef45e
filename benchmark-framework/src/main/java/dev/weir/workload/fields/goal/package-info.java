/**
 * Fields of thresholds and of the search for the highest rate, and the text of a condition.
 *
 * <p>May import of {@code workload}: {@code workload.text}, {@code workload.yaml}, {@code workload.goal}.
 */
@NullMarked
package dev.weir.workload.fields.goal;

import org.jspecify.annotations.NullMarked;

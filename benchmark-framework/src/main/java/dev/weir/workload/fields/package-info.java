/**
 * Fields of workload, driver and workers files: one row each, beside the meaning of its value. The rows are grouped by
 * subject; {@link WorkloadFields} has all fields of a workload file in their order.
 *
 * <p>May import of {@code workload}: {@code workload.text}, {@code workload.yaml}, {@code workload.message}, {@code
 * workload.load}, {@code workload.goal}, {@code workload.fields.goal}, {@code workload.fields.campaign}, {@code
 * workload}.
 */
@NullMarked
package dev.weir.workload.fields;

import org.jspecify.annotations.NullMarked;

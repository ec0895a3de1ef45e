/**
 * Fields of workload, driver and workers files: one row each, beside the meaning of its value. The rows are grouped by
 * subject; {@link WorkloadFields} has all fields of a workload file in their order.
 */
@NullMarked
package dev.weir.workload.fields;

import org.jspecify.annotations.NullMarked;

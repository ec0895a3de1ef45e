/**
 * Fields that make several runs of one workload file, and the changes by which these runs differ.
 *
 * <p>May import of {@code workload}: {@code workload.text}, {@code workload.yaml}, {@code workload}.
 */
@NullMarked
package dev.weir.workload.fields.campaign;

import org.jspecify.annotations.NullMarked;

/**
 * Reads whole files: makes workloads, driver configurations and addresses of workers from their fields, and writes them
 * as files again ({@link EffectiveFiles}).
 *
 * <p>May import of {@code workload}: {@code workload.text}, {@code workload.yaml}, {@code workload.message}, {@code
 * workload.load}, {@code workload.goal}, {@code workload.fields}, {@code workload.fields.goal}, {@code
 * workload.fields.campaign}, {@code workload.check}, {@code workload}.
 */
@NullMarked
package dev.weir.workload.file;

import org.jspecify.annotations.NullMarked;

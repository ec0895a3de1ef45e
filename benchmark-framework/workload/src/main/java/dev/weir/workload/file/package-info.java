/**
 * Reads whole files: makes workloads, driver configurations and addresses of workers from their fields, and writes them
 * as files again ({@link EffectiveFiles}).
 */
@NullMarked
package dev.weir.workload.file;

import org.jspecify.annotations.NullMarked;

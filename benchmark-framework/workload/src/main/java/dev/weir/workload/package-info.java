/**
 * Reads workload, driver and worker files into immutable values, and reports all problems of a file at once: file,
 * line, field, what is allowed.
 *
 * <p>Place in the pipeline: its first step. Values from here travel through {@code plan} and {@code wire} to the
 * workers.
 */
@NullMarked
package dev.weir.workload;

import org.jspecify.annotations.NullMarked;

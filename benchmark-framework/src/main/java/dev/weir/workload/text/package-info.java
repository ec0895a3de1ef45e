/**
 * Formats durations and numbers for people, and hides secrets.
 *
 * <p>May import of {@code workload}: nothing.
 */
@NullMarked
package dev.weir.workload.text;

import org.jspecify.annotations.NullMarked;

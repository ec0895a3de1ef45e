/**
 * How durations and numbers are written for people, and what hides a secret.
 *
 * <p>May import of {@code workload}: nothing.
 */
@NullMarked
package dev.weir.workload.text;

import org.jspecify.annotations.NullMarked;

/**
 * Formats durations and numbers for people, and hides secrets.
 */
@NullMarked
package dev.weir.workload.text;

import org.jspecify.annotations.NullMarked;

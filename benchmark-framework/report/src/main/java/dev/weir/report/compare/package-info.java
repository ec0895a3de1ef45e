/**
 * Compares the runs of two sides and decides what the comparison proves: {@code docs/comparing.md}. The same results
 * give the same answer.
 */
@NullMarked
package dev.weir.report.compare;

import org.jspecify.annotations.NullMarked;

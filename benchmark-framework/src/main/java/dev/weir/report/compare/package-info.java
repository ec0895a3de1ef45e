/**
 * Holds the runs of two sides against each other, and says what that proves: {@code docs/comparing.md}. Pure: the same
 * results give the same answer.
 */
@NullMarked
package dev.weir.report.compare;

import org.jspecify.annotations.NullMarked;

/** Compares the runs of two sides: {@code docs/comparing.md}. The same results give the same answer. */
@NullMarked
package dev.weir.report.compare;

import org.jspecify.annotations.NullMarked;

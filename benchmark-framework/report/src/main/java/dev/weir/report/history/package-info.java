/**
 * Finds changes in the figures of runs that were repeated over weeks and versions: {@code docs/history.md}. The same
 * results give the same answer.
 */
@NullMarked
package dev.weir.report.history;

import org.jspecify.annotations.NullMarked;

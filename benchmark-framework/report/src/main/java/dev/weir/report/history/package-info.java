/** Finds changes in runs repeated over weeks and versions, always the same ones: {@code docs/history.md}. */
@NullMarked
package dev.weir.report.history;

import org.jspecify.annotations.NullMarked;

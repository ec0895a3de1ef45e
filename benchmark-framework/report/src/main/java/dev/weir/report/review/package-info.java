/**
 * Reviews results that are to be shown together: applies the rules of {@link dev.weir.result.code.ReviewCode}, with
 * the checks of {@code report.compare}.
 */
@NullMarked
package dev.weir.report.review;

import org.jspecify.annotations.NullMarked;

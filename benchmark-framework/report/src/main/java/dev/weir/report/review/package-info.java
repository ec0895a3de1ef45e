/** Applies the rules of {@link dev.weir.result.code.ReviewCode} to results that are to be shown together. */
@NullMarked
package dev.weir.report.review;

import org.jspecify.annotations.NullMarked;

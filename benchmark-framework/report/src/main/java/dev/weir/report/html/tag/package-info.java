/** Elements of a page and the texts in them. {@link dev.weir.report.html.tag.Tag} escapes texts from files. */
@NullMarked
package dev.weir.report.html.tag;

import org.jspecify.annotations.NullMarked;

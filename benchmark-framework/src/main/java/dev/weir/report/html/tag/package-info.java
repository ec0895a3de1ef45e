/**
 * Elements of a page and the texts in them: tags, tables, links to other pages, numbers. What comes from files is escaped by
 * {@link dev.weir.report.html.tag.Tag}.
 */
@NullMarked
package dev.weir.report.html.tag;

import org.jspecify.annotations.NullMarked;

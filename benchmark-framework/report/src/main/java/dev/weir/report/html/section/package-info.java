/** Sections of a page: text and tables, without charts. */
@NullMarked
package dev.weir.report.html.section;

import org.jspecify.annotations.NullMarked;

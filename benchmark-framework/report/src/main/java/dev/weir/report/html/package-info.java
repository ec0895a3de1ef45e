/**
 * Pages for a browser that show results, each a single file: {@link dev.weir.report.html.HtmlReport}.
 *
 * <p>A page consists of tables and drawings that need no script. Its script draws the charts again, with cursors and
 * zoom; it sends no network requests. All texts from files pass through {@link dev.weir.report.html.tag.Tag} or {@link
 * dev.weir.report.html.chart.ChartData}, which escape them.
 */
@NullMarked
package dev.weir.report.html;

import org.jspecify.annotations.NullMarked;

/**
 * Results as pages for a browser, each one file that needs nothing else: {@link dev.weir.report.html.HtmlReport}.
 *
 * <p>A page is made of tables and drawings that can be read as they are. A script in it draws them anew, with cursors and
 * zoom; it asks nothing of the network. All that comes from files passes through {@link dev.weir.report.html.tag.Tag} or
 * {@link dev.weir.report.html.chart.ChartData}, which escape it.
 *
 * <p>May import of ours what {@code report} may.
 */
@NullMarked
package dev.weir.report.html;

import org.jspecify.annotations.NullMarked;

/**
 * Charts: classes that collect data from results into a {@link dev.weir.report.html.chart.Chart}, and classes that make
 * an SVG drawing, a table, a legend or data for the script from it.
 */
@NullMarked
package dev.weir.report.html.chart;

import org.jspecify.annotations.NullMarked;

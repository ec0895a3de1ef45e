/** Charts: collectors of a {@link dev.weir.report.html.chart.Chart}, and its drawing, table, legend and data. */
@NullMarked
package dev.weir.report.html.chart;

import org.jspecify.annotations.NullMarked;

/** Runs of a page: their labels, the fields in which they differ, the latencies that a page draws. */
@NullMarked
package dev.weir.report.html.run;

import org.jspecify.annotations.NullMarked;

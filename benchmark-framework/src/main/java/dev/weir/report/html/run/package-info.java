/** The runs of a page: their labels, the fields in which they differ, the latencies that a page draws of them. */
@NullMarked
package dev.weir.report.html.run;

import org.jspecify.annotations.NullMarked;

/** Shows results of searches on a page. */
@NullMarked
package dev.weir.report.html.search;

import org.jspecify.annotations.NullMarked;

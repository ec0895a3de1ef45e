/** Shows results of searches on a terminal. */
@NullMarked
package dev.weir.report.search;

import org.jspecify.annotations.NullMarked;

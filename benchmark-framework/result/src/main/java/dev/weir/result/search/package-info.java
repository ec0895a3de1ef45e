/** Results of searches for the highest rate, and their files. */
@NullMarked
package dev.weir.result.search;

import org.jspecify.annotations.NullMarked;

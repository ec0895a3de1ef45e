/** Times and numbers in the form of result files. */
@NullMarked
package dev.weir.result.value;

import org.jspecify.annotations.NullMarked;

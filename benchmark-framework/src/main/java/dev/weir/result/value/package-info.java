/** Times and numbers in the form in which result files have them. */
@NullMarked
package dev.weir.result.value;

import org.jspecify.annotations.NullMarked;

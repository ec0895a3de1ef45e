/** Features: how those that are on the class path add to the rest of Weir, which names none of them. */
@NullMarked
package dev.weir.feature;

import org.jspecify.annotations.NullMarked;

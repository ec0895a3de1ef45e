/** The longest time in which nothing was acknowledged. The example of a feature in ARCHITECTURE.md. */
@NullMarked
package dev.weir.feature.pauses;

import org.jspecify.annotations.NullMarked;

/** The longest time without an acknowledgement. The example of a feature in ARCHITECTURE.md. */
@NullMarked
package dev.weir.feature.pauses;

import org.jspecify.annotations.NullMarked;

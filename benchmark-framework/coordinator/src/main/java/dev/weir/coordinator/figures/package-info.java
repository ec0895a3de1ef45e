/** Counts over a whole run: per client, per subscription, per kind of error. */
@NullMarked
package dev.weir.coordinator.figures;

import org.jspecify.annotations.NullMarked;

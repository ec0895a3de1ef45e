/** Estimates of whether a series of figures rises or falls. */
@NullMarked
package dev.weir.coordinator.trend;

import org.jspecify.annotations.NullMarked;

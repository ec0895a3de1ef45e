/** What a run is asked for, and how its progress and its failure are reported. */
@NullMarked
package dev.weir.coordinator.request;

import org.jspecify.annotations.NullMarked;

/** Requests for a run, and how its progress and failure are reported. */
@NullMarked
package dev.weir.coordinator.request;

import org.jspecify.annotations.NullMarked;

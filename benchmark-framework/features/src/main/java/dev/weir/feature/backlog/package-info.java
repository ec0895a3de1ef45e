/** Backlogs that are built while consumers are paused, and then drained. */
@NullMarked
package dev.weir.feature.backlog;

import org.jspecify.annotations.NullMarked;

/** Producers that follow the schedule, each with a thread of its own. */
@NullMarked
package dev.weir.worker.sender;

import org.jspecify.annotations.NullMarked;

/**
 * Merges snapshots into intervals and appends each interval to disk. {@link dev.weir.result.journal.Recovery} makes a
 * result from the journal of a killed coordinator.
 */
@NullMarked
package dev.weir.result.journal;

import org.jspecify.annotations.NullMarked;

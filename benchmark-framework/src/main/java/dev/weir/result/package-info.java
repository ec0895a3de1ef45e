/**
 * From snapshots to files: the journal during a run, and the versioned result at its end. Writes and reads them.
 *
 * <p>Place in the pipeline: the coordinator passes snapshots in; reports read the files.
 *
 * <p>May import of ours: {@code workload}, {@code driver} (its values), {@code measure}, {@code audit}, {@code host},
 * {@code brokermetrics}, {@code clock}.
 */
@NullMarked
package dev.weir.result;

import org.jspecify.annotations.NullMarked;

/**
 * From snapshots to files: the journal during a run, and the versioned result at its end. Writes and reads them.
 *
 * <p>Place in the pipeline: the coordinator passes snapshots in; reports read the files.
 */
@NullMarked
package dev.weir.result;

import org.jspecify.annotations.NullMarked;

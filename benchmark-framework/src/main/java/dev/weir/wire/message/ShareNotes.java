package dev.weir.wire.message;

import dev.weir.audit.SequenceSet;
import dev.weir.measure.ShareCounts;

/**
 * What one consumer of a share group noted.
 *
 * @param counts since the last ones
 * @param unsure messages whose acknowledgement was not answered, or of which it is unknown whether they are archived
 */
public record ShareNotes(ShareCounts counts, SequenceSet unsure) {}

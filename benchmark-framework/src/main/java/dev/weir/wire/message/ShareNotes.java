package dev.weir.wire.message;

import dev.weir.audit.SequenceSet;
import dev.weir.measure.ShareCounts;

/**
 * Messages that one consumer of a share group recorded.
 *
 * @param counts counts since the previous notes
 * @param unsure messages whose acknowledgement was not answered, or that may be archived
 */
public record ShareNotes(ShareCounts counts, SequenceSet unsure) {}

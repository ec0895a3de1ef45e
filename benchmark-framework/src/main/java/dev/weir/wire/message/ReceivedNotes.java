package dev.weir.wire.message;

import dev.weir.audit.AuditNotes;
import java.util.Optional;

/**
 * Messages that one consumer recorded for the audit.
 *
 * @param subscription number of its subscription among those of its topic
 * @param messages number of messages that it has received since the previous notes; for a share group, of those that
 *     have been accepted, rejected or archived
 * @param share additional figures of a share group
 * @param offsets where the messages were, also those that this run did not send
 */
public record ReceivedNotes(
        int subscription, long messages, AuditNotes notes, Optional<ShareNotes> share, DeliveredOffsets offsets) {
    /** Creates the notes of a consumer group without offsets. */
    public ReceivedNotes(int subscription, long messages, AuditNotes notes) {
        this(subscription, messages, notes, Optional.empty(), DeliveredOffsets.NONE);
    }
}

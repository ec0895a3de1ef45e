package dev.weir.wire.message;

import dev.weir.audit.AuditNotes;
import java.util.Optional;

/**
 * What one consumer noted.
 *
 * @param subscription the number of its subscription among those of its topic
 * @param messages how many it has received since the last ones; of a share group, how many have been accepted, rejected or
 *     archived
 * @param share of a share group
 */
public record ReceivedNotes(int subscription, long messages, AuditNotes notes, Optional<ShareNotes> share) {
    /** Of a consumer group. */
    public ReceivedNotes(int subscription, long messages, AuditNotes notes) {
        this(subscription, messages, notes, Optional.empty());
    }
}

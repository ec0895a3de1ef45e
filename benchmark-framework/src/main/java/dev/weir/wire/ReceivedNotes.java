package dev.weir.wire;

import dev.weir.audit.AuditNotes;
import java.util.Objects;

/**
 * What one consumer noted.
 *
 * @param subscription the number of its subscription among those of its topic
 */
public record ReceivedNotes(int subscription, AuditNotes notes) {
    public ReceivedNotes {
        Objects.requireNonNull(notes);
    }
}

package dev.weir.wire.message;

import dev.weir.audit.AuditNotes;

/**
 * What one consumer noted.
 *
 * @param subscription the number of its subscription among those of its topic
 * @param messages how many it has received since the last ones
 */
public record ReceivedNotes(int subscription, long messages, AuditNotes notes) {}

package dev.weir.audit;

import java.util.Objects;

/**
 * Messages that were noted since the last collection.
 *
 * @param sequences which
 * @param repeated how many of them were noted more than once
 * @param outOfOrder how many came after a later one of the same producer and partition
 */
public record AuditNotes(SequenceSet sequences, long repeated, long outOfOrder) {
    public AuditNotes {
        Objects.requireNonNull(sequences);
    }
}

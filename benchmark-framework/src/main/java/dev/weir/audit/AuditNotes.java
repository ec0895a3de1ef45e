package dev.weir.audit;

/**
 * Messages that were noted since the last collection.
 *
 * @param sequences which
 * @param repeated those of them that were noted more than once
 * @param repetitions how often a message was noted that had been noted before
 * @param late those that came after a later one of the same producer and partition
 */
public record AuditNotes(SequenceSet sequences, SequenceSet repeated, long repetitions, SequenceSet late) {
    /** Each of these once, and in order. */
    public static AuditNotes inOrder(SequenceSet sequences) {
        return new AuditNotes(sequences, new SequenceSet(), 0, new SequenceSet());
    }
}

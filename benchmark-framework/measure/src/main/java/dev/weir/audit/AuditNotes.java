package dev.weir.audit;

/**
 * Messages that were recorded since the previous collection.
 *
 * @param repeated those that were recorded more than once
 * @param repetitions number of records of messages that had been recorded before
 * @param late those that arrived after a later one of the same producer and partition
 */
public record AuditNotes(SequenceSet sequences, SequenceSet repeated, long repetitions, SequenceSet late) {
    /** Creates notes of messages that were recorded once and in order. */
    public static AuditNotes inOrder(SequenceSet sequences) {
        return new AuditNotes(sequences, new SequenceSet(), 0, new SequenceSet());
    }
}

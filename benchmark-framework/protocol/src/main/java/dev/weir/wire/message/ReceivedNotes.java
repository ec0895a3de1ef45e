package dev.weir.wire.message;

import dev.weir.audit.AuditNotes;
import dev.weir.audit.SequenceSet;

/**
 * Messages that one consumer recorded for the audit.
 *
 * @param subscription number of its subscription among those of its topic
 * @param messages number of messages that it has received for the first time since the previous notes; where consumers
 *     share partitions, of those whose state is final
 * @param repeats deliveries that its worker has found to be repeated
 * @param unsure messages of which it is unknown whether they are received or delivered again
 * @param offsets where the messages were, also those that this run did not send
 */
public record ReceivedNotes(
        int subscription,
        long messages,
        Repeats repeats,
        AuditNotes notes,
        SequenceSet unsure,
        DeliveredOffsets offsets) {
    /**
     * Deliveries of messages that had been delivered before.
     *
     * @param deliveries number of these deliveries
     * @param resetPartitions how often the client's settings decided where the consumer went on in a partition, because
     *     its group had committed no offset or the offset did not exist any more, although the group had read messages
     * @param expected deliveries that the system has to repeat because a lock expired or a consumer ended
     */
    public record Repeats(long deliveries, long resetPartitions, long expected) {
        public static final Repeats NONE = new Repeats(0, 0, 0);
    }

    /** Creates the notes of a consumer group without offsets. */
    public ReceivedNotes(int subscription, long messages, AuditNotes notes) {
        this(subscription, messages, Repeats.NONE, notes, new SequenceSet(), DeliveredOffsets.NONE);
    }
}

package dev.weir.wire.message;

import dev.weir.audit.AuditNotes;
import dev.weir.audit.SequenceSet;
import dev.weir.measure.ShareCounts;
import java.util.Optional;

/**
 * Messages that one consumer recorded for the audit.
 *
 * @param subscription number of its subscription among those of its topic
 * @param messages number of messages that it has received for the first time since the previous notes; for a share
 *     group, of those that have been accepted, rejected or archived
 * @param repeats deliveries that its worker has found to be repeated
 * @param share additional figures of a share group
 * @param offsets where the messages were, also those that this run did not send
 */
public record ReceivedNotes(
        int subscription,
        long messages,
        Repeats repeats,
        AuditNotes notes,
        Optional<ShareNotes> share,
        DeliveredOffsets offsets) {
    /**
     * Deliveries of messages that had been delivered before.
     *
     * @param deliveries number of these deliveries
     * @param resetPartitions how often the client's settings decided where the consumer went on in a partition, because
     *     its group had committed no offset or the offset did not exist any more, although the group had read messages
     */
    public record Repeats(long deliveries, long resetPartitions) {
        public static final Repeats NONE = new Repeats(0, 0);
    }

    /** Creates the notes of a consumer group without offsets. */
    public ReceivedNotes(int subscription, long messages, AuditNotes notes) {
        this(subscription, messages, Repeats.NONE, notes, Optional.empty(), DeliveredOffsets.NONE);
    }

    /**
     * Messages that one consumer of a share group recorded.
     *
     * @param counts counts since the previous notes
     * @param unsure messages whose acknowledgement was not answered, or that may be archived
     */
    public record ShareNotes(ShareCounts counts, SequenceSet unsure) {}
}

package dev.weir.worker;

import dev.weir.clock.Clock;
import dev.weir.wire.message.DeliverySpan;
import dev.weir.wire.message.MemberChange;
import dev.weir.wire.message.Message;
import dev.weir.workload.MemberEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Records one member of a group whose members change: its own changes, the partitions that it gets and loses, and when
 * it receives messages of each.
 *
 * <p>Deliveries are kept as spans. A span of a partition ends where no message has arrived for {@link
 * MemberEvent#MIN_SILENCE_NANOS}, or after a second. So a message costs two array accesses, and the lock is taken
 * once a span. The consumer's thread calls {@link #delivered} and reports changes of the assignment; any thread may
 * call the other methods.
 */
final class MembershipLog {
    private static final long MAX_NANOS = 1_000_000_000;

    private final int consumer;
    private final Clock clock;
    private final long[] first;
    private final long[] last;
    private List<DeliverySpan> spans = new ArrayList<>();
    private List<MemberChange> changes = new ArrayList<>();

    MembershipLog(int consumer, int partitions, Clock clock) {
        this.consumer = consumer;
        this.clock = clock;
        this.first = new long[partitions];
        this.last = new long[partitions];
    }

    /**
     * Records the receipt of a message. Partitions that the run does not know, which an existing topic may have, are
     * ignored.
     */
    void delivered(int partition, long nanos) {
        if (partition < 0 || partition >= last.length) {
            return;
        }
        long before = last[partition];
        if (nanos - before >= MemberEvent.MIN_SILENCE_NANOS || before - first[partition] >= MAX_NANOS) {
            endSpan(partition);
            first[partition] = nanos;
        }
        last[partition] = nanos;
    }

    private void endSpan(int partition) {
        if (last[partition] > 0) {
            synchronized (this) {
                spans.add(new DeliverySpan(partition, first[partition], last[partition]));
            }
        }
    }

    /** Ends all spans, because the consumer's thread has ended. */
    void ended() {
        for (int partition = 0; partition < last.length; partition++) {
            endSpan(partition);
            last[partition] = 0;
        }
    }

    /**
     * Records a change that happens now.
     *
     * @param event number of the member event, -1 if there is none
     * @param partitions partitions that were assigned or revoked; empty for a member event
     */
    synchronized void note(MemberChange.Kind kind, int event, List<Integer> partitions) {
        changes.add(new MemberChange(clock.epochNanos(), kind, event, partitions));
    }

    /** Returns what was recorded since the previous call; empty if nothing was. */
    synchronized Optional<Message.MemberNotes> take() {
        if (changes.isEmpty() && spans.isEmpty()) {
            return Optional.empty();
        }
        var notes = new Message.MemberNotes(consumer, changes, spans);
        changes = new ArrayList<>();
        spans = new ArrayList<>();
        return Optional.of(notes);
    }
}

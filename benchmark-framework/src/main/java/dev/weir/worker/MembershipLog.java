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
 * Records one member of a group whose members change: what it does, which partitions it gets and loses, and when it receives
 * messages of each.
 *
 * <p>Of deliveries it keeps spans: a span of a partition ends where no message of it has come for {@link MemberEvent#SHORTEST_SILENCE_NANOS}, or
 * after a second. So a message costs two array accesses, and the lock is taken once a span. The consumer's thread calls
 * {@link #delivered} and reports changes of the assignment; any thread may call the other methods.
 */
final class MembershipLog {
    private static final long LONGEST_NANOS = 1_000_000_000;

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

    /** A message was received. A topic that exists may have more partitions than the run knows; those have no place here. */
    void delivered(int partition, long nanos) {
        if (partition < 0 || partition >= last.length) {
            return;
        }
        long before = last[partition];
        if (nanos - before >= MemberEvent.SHORTEST_SILENCE_NANOS || before - first[partition] >= LONGEST_NANOS) {
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

    /** The consumer receives nothing any more: its thread has ended. */
    void ended() {
        for (int partition = 0; partition < last.length; partition++) {
            endSpan(partition);
            last[partition] = 0;
        }
    }

    /**
     * Something happens now.
     *
     * @param event the number of the member event, -1 if it is none
     * @param partitions that were given or taken; none of an event
     */
    synchronized void note(MemberChange.Kind kind, int event, List<Integer> partitions) {
        changes.add(new MemberChange(clock.epochNanos(), kind, event, partitions));
    }

    /** What there is since the last call; empty if there is nothing. */
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

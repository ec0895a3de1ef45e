package dev.weir.feature.members;

import dev.weir.clock.Clock;
import dev.weir.feature.members.MemberNotes.Change;
import dev.weir.feature.members.MemberNotes.Kind;
import dev.weir.feature.members.MemberNotes.Span;
import dev.weir.feature.members.MemberSection.MemberEvent;
import dev.weir.plan.ConsumerStep;
import dev.weir.worker.client.ConsumerWatch;
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
final class MembershipLog implements ConsumerWatch {
    private static final long MAX_NANOS = 1_000_000_000;

    private final int consumer;
    private final Clock clock;
    private final long[] first;
    private final long[] last;
    private List<Span> spans = new ArrayList<>();
    private List<Change> changes = new ArrayList<>();

    MembershipLog(int consumer, int partitions, Clock clock) {
        this.consumer = consumer;
        this.clock = clock;
        this.first = new long[partitions];
        this.last = new long[partitions];
    }

    @Override
    public void delivered(int partition, long nanos) {
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
                spans.add(new Span(partition, first[partition], last[partition]));
            }
        }
    }

    /** Ends all spans, because the consumer's thread has ended. */
    @Override
    public void ended() {
        for (int partition = 0; partition < last.length; partition++) {
            endSpan(partition);
            last[partition] = 0;
        }
    }

    @Override
    public void assigned(List<Integer> partitions) {
        note(Kind.ASSIGNED, -1, partitions);
    }

    @Override
    public void revoked(List<Integer> partitions) {
        note(Kind.REVOKED, -1, partitions);
    }

    @Override
    public void begins(ConsumerStep step) {
        note(Kind.valueOf(step.action().name()), step.event(), List.of());
    }

    private synchronized void note(Kind kind, int event, List<Integer> partitions) {
        changes.add(new Change(clock.epochNanos(), kind, event, partitions));
    }

    @Override
    public synchronized Optional<MemberNotes> take() {
        if (changes.isEmpty() && spans.isEmpty()) {
            return Optional.empty();
        }
        var notes = new MemberNotes(consumer, changes, spans);
        changes = new ArrayList<>();
        spans = new ArrayList<>();
        return Optional.of(notes);
    }
}

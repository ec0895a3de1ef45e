package dev.weir.worker.sender;

import dev.weir.audit.SequenceLog;
import dev.weir.audit.SequenceSet;
import dev.weir.clock.Clock;
import dev.weir.driver.client.ConnectionListener;
import dev.weir.measure.Counter;
import dev.weir.measure.Counts;
import dev.weir.measure.GapRecorder;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySource;
import dev.weir.measure.MeasurementWindow;
import dev.weir.measure.PairRecorder;
import dev.weir.measure.TopicGaps;
import dev.weir.pacing.InFlight;
import dev.weir.plan.Assignment;
import dev.weir.plan.ProducerRole;
import dev.weir.worker.client.SenderPart;
import dev.weir.worker.client.SnapshotBuilder;
import dev.weir.worker.recording.CensoredMessages;
import dev.weir.worker.recording.ErrorTally;
import dev.weir.worker.recording.Recorders;
import dev.weir.worker.recording.RunMaterial;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of the messages of one sender: the latency of acknowledgements, what was acknowledged, given up and
 * aborted, and how long nothing was. The client's callback thread writes, or the sender's own if a part of it has the
 * producer; messages can also fail in their send call.
 */
final class SendOutcomes implements SenderPart.Outcomes {
    private final Clock clock;
    private final MeasurementWindow window;
    private final ErrorTally errors;
    private final boolean isTimed;
    private final boolean sharesRecorders;
    private final @Nullable InFlight inFlight;
    private final PairRecorder recorder;
    private final GapRecorder gaps;
    private final GapRecorder gapsOfAll;
    private final Counter acknowledged = new Counter();
    private final Counter aborted = new Counter();
    private SenderPart[] parts = {};
    private volatile @Nullable BlockedTime inSendCall;

    // Written by either thread.
    private final CensoredMessages censored;
    private final LongAdder failed = new LongAdder();
    private final Sequences sequences;

    /** @param inFlight hears of each message whose outcome is known; null if nothing limits those in flight */
    SendOutcomes(
            Assignment assignment,
            ProducerRole role,
            RunMaterial material,
            boolean isTimed,
            @Nullable InFlight inFlight) {
        this.clock = material.clock();
        this.window = material.window();
        this.errors = material.errors();
        this.isTimed = isTimed;
        this.inFlight = inFlight;
        Recorders recorders = material.recorders();
        this.sharesRecorders = recorders.producersShare();
        this.recorder = recorders.ofProducer(Latency.PUBLISH_RESPONSE, Latency.PUBLISH_SERVICE, role.producer());
        this.gaps = recorders.gaps(role.topic(), TopicGaps.PUBLISHING, role.partitions());
        this.gapsOfAll = recorders.gapsOfAll(TopicGaps.PUBLISHING);
        this.sequences = new Sequences(role.producer(), assignment.audited(), sharesRecorders);
        this.censored = new CensoredMessages(clock, window, assignment.load().scheduled(), isTimed);
    }

    /** Lower bounds of the latencies of messages that fail, and of those that the pacer leaves out. */
    CensoredMessages censored() {
        return censored;
    }

    /** Passes outcomes on to parts of the sender. Called before the producer is opened, whose thread reads them. */
    void passOnTo(SenderPart[] toInform) {
        parts = toInform;
    }

    /** From now on, messages that fail on this thread have failed in the send call that is measured there. */
    void measuresCalls(BlockedTime blocked) {
        inSendCall = blocked;
    }

    /** Messages whose outcome is known. Any thread. */
    long resolved() {
        return acknowledged.get() + failed.sum() + aborted.get();
    }

    @Override
    public void acknowledged(int partition, long sequence, long intendedNanos, long sentNanos) {
        long now = isTimed ? clock.epochNanos() : 0;
        acknowledged(sequence, intendedNanos, sentNanos, now);
        progress(partition, sentNanos, now);
    }

    @Override
    public void acknowledged(int partition, long[] messages, int count) {
        long now = isTimed ? clock.epochNanos() : 0;
        for (int at = 0; at < 3 * count; at += 3) {
            acknowledged(messages[at], messages[at + 1], messages[at + 2], now);
        }
        // The first message of a batch has waited for longest.
        progress(partition, messages[2], now);
    }

    private void progress(int partition, long sentNanos, long nowNanos) {
        if (isTimed) {
            gaps.progress(partition, sentNanos, nowNanos);
            gapsOfAll.progress(0, sentNanos, nowNanos);
        }
    }

    private void acknowledged(long sequence, long intendedNanos, long sentNanos, long now) {
        if (sequence < 0) {
            return;
        }
        if (isTimed) {
            boolean measured = window.includes(intendedNanos);
            recorder.record(measured, now - intendedNanos, now - sentNanos);
            for (SenderPart part : parts) {
                part.acknowledged(measured, sequence, intendedNanos, sentNanos, now);
            }
        }
        acknowledged.increment();
        sequences.acknowledged.append(sequences.producer, sequence, 0);
        becomesResolved();
    }

    @Override
    public void failed(int partition, long sequence, long intendedNanos, long sentNanos, Throwable cause) {
        errors.add(cause);
        if (sequence < 0) {
            return;
        }
        BlockedTime blocked = inSendCall;
        if (blocked != null) {
            blocked.messageFails();
        }
        // Before the message counts as resolved, because a worker takes its last snapshot after the last one.
        censored.failed(intendedNanos, sentNanos);
        failed.increment();
        long now = clock.epochNanos();
        gaps.givenUp(partition, sentNanos, now);
        gapsOfAll.givenUp(0, sentNanos, now);
        for (SenderPart part : parts) {
            part.failed(sequence);
        }
        sequences.failed(sequence);
        becomesResolved();
    }

    @Override
    public void aborted(long sequence) {
        if (sequence < 0) {
            return;
        }
        aborted.increment();
        long now = clock.epochNanos();
        gapsOfAll.progress(0, now, now);
        sequences.aborted(sequence);
    }

    @Override
    public ConnectionListener connections() {
        return Arrays.stream(parts)
                .flatMap(part -> part.connectionListener().stream())
                .findFirst()
                .orElse(ConnectionListener.NONE);
    }

    private void becomesResolved() {
        if (inFlight != null) {
            inFlight.resolved();
        }
    }

    /** Counts of the whole run, of which the sender counts what was sent. */
    Counts.Sends counts(long sent, long sentBytes) {
        return new Counts.Sends(sent, sentBytes, acknowledged.get(), failed.sum(), aborted.get());
    }

    /** Latencies that no other sender records, without the lower bounds of {@link #censored}. */
    List<LatencySource> latencies() {
        return sharesRecorders ? List.of() : List.of(recorder);
    }

    /** Adds what happened since the previous call, apart from {@link #latencies}. Always the same thread. */
    void drainInto(SnapshotBuilder snapshot) {
        censored.drainInto(snapshot.warmup(), snapshot.measured());
        sequences.drainInto(snapshot);
    }

    /** Sequences of one producer's messages by their outcome, for the audit; nothing in a load without one. */
    private static final class Sequences {
        private final int producer;
        private final boolean audited;
        /** Written by the thread that acknowledges. */
        private final SequenceLog acknowledged;

        private SequenceSet failed = new SequenceSet();
        private SequenceSet aborted = new SequenceSet();

        Sequences(int producer, boolean audited, boolean manySenders) {
            this.producer = producer;
            this.audited = audited;
            this.acknowledged = SequenceLog.ofAcknowledged(audited, manySenders);
        }

        void failed(long sequence) {
            if (audited) {
                synchronized (this) {
                    failed.add(producer, sequence);
                }
            }
        }

        void aborted(long sequence) {
            if (audited) {
                synchronized (this) {
                    aborted.add(producer, sequence);
                }
            }
        }

        void drainInto(SnapshotBuilder snapshot) {
            SequenceSet failedNow;
            SequenceSet abortedNow;
            synchronized (this) {
                failedNow = failed;
                abortedNow = aborted;
                failed = new SequenceSet();
                aborted = new SequenceSet();
            }
            snapshot.sent(acknowledged.collect().sequences(), failedNow, abortedNow);
        }
    }
}

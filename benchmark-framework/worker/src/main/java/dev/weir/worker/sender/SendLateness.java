package dev.weir.worker.sender;

import dev.weir.measure.LatencyRecorder;
import dev.weir.measure.LatencySamples;
import dev.weir.wire.message.Message.SenderWork;

/**
 * Separates the delay that a sending thread causes itself from the delay that the client causes by making it wait.
 *
 * <p>A message is late for one of two reasons. Either the instrument is the cause: the thread woke up late, the JVM or
 * the host had stopped it, or its own work for each message takes longer than there is time. Or an earlier send call
 * had waited inside the client, because its buffer was full or metadata were missing ({@link BlockedTime}). That is
 * back pressure of the system, which belongs into the latencies. The client's own computation in a send call, such as
 * compression, counts as work of the instrument.
 *
 * <p>The thread's own delay of message n, due at {@code i(n)}, is that of a queue (Lindley's recursion). Each message
 * is served for as long as the thread was busy with it, without the waiting time in the client: {@code held(n) =
 * max(woke(n), held(n-1) + busy(n-1) - (i(n) - i(n-1)))}, where {@code woke(n)} is how late the thread was although it
 * had nothing else to do. That is the delay of message n if no send call had waited; it never exceeds {@code s - i}.
 * The sum of the busy times gives the highest rate that the thread could have sent.
 *
 * <p>A thread that the host stops inside a send call counts as busy, unless the client was waiting anyway. Used by the
 * sender's thread. No allocation, no lock, no clock: all times are readings that the send loop makes anyway.
 */
final class SendLateness {
    private final long toleratedNanos;
    private final LatencyRecorder recorder;
    private long intendedBeforeNanos;
    private long sentBeforeNanos;
    private long readyNanos;
    private long heldNanos;
    private long busyNanos;
    private long messages;
    private long totalBusyNanos;

    /** @param toleratedNanos longest delay that is attributed to pacing; only longer ones are recorded */
    SendLateness(long toleratedNanos, LatencyRecorder recorder) {
        this.toleratedNanos = toleratedNanos;
        this.recorder = recorder;
    }

    /** Records a message right before its send call, unless it was due outside of the measurement. */
    void sends(boolean measured, long intendedNanos, long sentNanos) {
        long wokeLate = sentNanos - Math.max(intendedNanos, readyNanos);
        heldNanos = Math.max(wokeLate, heldNanos + busyNanos - (intendedNanos - intendedBeforeNanos));
        intendedBeforeNanos = intendedNanos;
        sentBeforeNanos = sentNanos;
        if (heldNanos > toleratedNanos && measured) {
            recorder.record(heldNanos);
        }
    }

    /**
     * Records that the thread is ready for the next message.
     *
     * @param counts whether the previous message was sent in the measurement, whenever it was due
     * @param blockedNanos how long the send call had waited inside the client
     */
    void ready(boolean counts, long nowNanos, long blockedNanos) {
        readyNanos = nowNanos;
        busyNanos = nowNanos - sentBeforeNanos - blockedNanos;
        if (counts) {
            messages++;
            totalBusyNanos += busyNanos;
        }
    }

    /** Records that the thread is ready after a part replaced the message; how long that takes depends on the system. */
    void replaced(boolean counts, long nowNanos) {
        readyNanos = nowNanos;
        messages += counts ? 1 : 0;
    }

    /** Adds what was recorded since the previous call. Always the same thread. */
    void drainInto(LatencySamples target) {
        recorder.drainInto(target);
    }

    /** Returns the work in the measurement, after the load has ended. */
    SenderWork work() {
        return new SenderWork(1, messages, Math.max(0, totalBusyNanos));
    }
}
